import { fromServices, Runtime } from '@cuecard/core';
import { serveStdio } from '@cuecard/server';
import { Shelf } from '../shelf.js';
import { AddBook } from './add-book.js';
import { Book } from './book.js';
import { Recommend } from './recommend.js';

const runtime = new Runtime({
  prompts: [Recommend],
  tools: [AddBook],
  resources: [Book],
  resolver: fromServices([[Shelf, new Shelf()]]),
});
await serveStdio(runtime, { name: 'library', version: '1.0.0' });
