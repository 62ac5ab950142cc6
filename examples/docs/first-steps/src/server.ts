import { Runtime } from '@cuecard/core';
import { serveStdio } from '@cuecard/server';
import { fromContainer } from '@cuecard/tsyringe';
import { container } from 'tsyringe';
import { CodeReview } from './code-review.js';
import { HouseRules } from './house-rules.js';

container.registerSingleton(HouseRules);
const runtime = new Runtime({ prompts: [CodeReview], resolver: fromContainer(container), askForMissing: true });
await serveStdio(runtime, { name: 'reviews', version: '1.0.0' });
