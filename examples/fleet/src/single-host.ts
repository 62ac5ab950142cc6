import { Runtime } from '@cuecard/core';
import { fileLabels } from '@cuecard/labels';
import { greetings } from './greetings.js';

/** For the processes of one host, a file is enough. */
export async function runtimeOnOneHost(file: string) {
  const labels = fileLabels(file, { protect: ['production'] });
  await labels.ready();
  return { labels, runtime: new Runtime({ prompts: [greetings], labels }) };
}
