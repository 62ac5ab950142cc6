// Cuecard, as its documentation shows.
import { createServer } from 'node:http';
import { Runtime } from '@cuecard/core';
import { createHandler, serveHttp, serveStdio } from '@cuecard/server';
import { classesOf } from '../definitions/classes.js';
import { identity } from '../definitions/review.js';
import { inContext, listen } from './listen.js';

const runtimeOf = ({ kind, count }) => new Runtime({ [kind]: classesOf(kind, count) });

export async function http(definitions, { isInContext }) {
  const runtime = runtimeOf(definitions);
  if (isInContext) return listen(createServer(inContext(createHandler(runtime, identity))));
  const { url } = await serveHttp(runtime, { ...identity, port: 0 });
  return Number(new URL(url).port);
}

export async function stdio(definitions) {
  await serveStdio(runtimeOf(definitions), identity);
}
