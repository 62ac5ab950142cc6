// What labels cost a new instance, in milliseconds: node bench/fleet/labelled.js REDIS COUNT
import 'reflect-metadata';
import { byLabel, definePrompt, Runtime } from '@cuecard/core';
import { sharedLabels } from '@cuecard/example-fleet/labels';

const [, , redis, count] = process.argv;
const prompts = Array.from({ length: Number(count) }, (_, index) =>
  ['1.0.0', '2.0.0'].map((version) => definePrompt({ name: `prompt_${index}`, version, render: () => version })),
).flat();
const warmUp = new Runtime({ prompts }); // So that both that are measured run compiled code.

const [labels, read] = await timed(() => sharedLabels(redis));
const [, without] = await timed(() => new Runtime({ prompts }));
const [runtime, within] = await timed(() => new Runtime({ prompts, labels, select: byLabel('canary') }));
if (warmUp.find('prompt_7') === undefined || runtime.find('prompt_7')?.version !== '2.0.0')
  throw new Error('The label is not where the store has it');
console.log(JSON.stringify({ read, with: within, without }));
process.exit();

async function timed(work) {
  const begin = performance.now();
  const result = await work();
  return [result, performance.now() - begin];
}
