import 'reflect-metadata';
import { defineConfig } from '@cuecard/cli';
import { Runtime } from '@cuecard/core';
import { greetings } from './src/greetings.js';
import { sharedLabels } from './src/labels.js';

// For `cuecard labels`: what it moves is where all instances look.
export default defineConfig(async () => {
  const labels = await sharedLabels(process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6390');
  const runtime = new Runtime({ prompts: [greetings], labels });
  return { name: 'greetings', version: '1.0.0', runtime, close: () => labels.close() };
});
