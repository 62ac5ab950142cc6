// The prompts that attacks request, besides those of the benchmark.
import { setTimeout as sleep } from 'node:timers/promises';
import { Arg, definePrompt, image, Prompt, user } from '@cuecard/core';
import { classesOf } from '../definitions/classes.js';

const COUNT = 10;
const STEPS = 5;
const STEP_MS = 20;
const STUBBORN_MS = 500;
/** Shorter than the maximum time of a render. */
const KEEPING_MS = 2_500;
const CHATTER = 4_000;
const CHAT = 'x'.repeat(10_000);
const LARGE = 'x'.repeat(2_000_000);
/** Longer than any client waits. */
const FOREVER_MS = 25_000;
/** The time in which a handler learns that its client has disconnected. */
const SOON_MS = 10_000;

/** The message of the error that is thrown on purpose. */
export const PROVOKED = 'This prompt fails on purpose';

/** The number of slow renders, and of those that were stopped. */
export const renders = { begun: 0, stopped: 0 };

async function slow(_args, { signal }) {
  renders.begun += 1;
  const start = performance.now();
  await sleep(FOREVER_MS, undefined, { signal }).catch(() => {
    if (performance.now() - start < SOON_MS) renders.stopped += 1;
  });
  return 'No client waits for this';
}

async function reporting(_args, context) {
  for (let step = 1; step <= STEPS; step += 1) {
    await sleep(STEP_MS, undefined, { signal: context.signal });
    context.progress(step, STEPS);
  }
  return 'It is done';
}

/** Ignores its signal. */
async function stubborn() {
  await sleep(STUBBORN_MS);
  return 'It is done';
}

/** Reports more progress than a client that does not read can take. */
async function chatting(_args, context) {
  for (let step = 1; step <= CHATTER && !context.signal.aborted; step += 1) {
    context.progress(step, CHATTER, CHAT);
    if (step % 10 === 0) await sleep(1);
  }
  return 'It is done';
}

/** Fails with a rejection that it does not await. */
const forgetful = () => user`Look at ${image({ path: 'nowhere.png' })}`;

const large = () => LARGE;

async function failing() {
  throw new Error(PROVOKED);
}

class Name {
  name;
}
Arg({ type: String })(Name.prototype, 'name');

async function asking(_args, context) {
  const { name } = await context.ask(Name, 'What is your name?');
  return `Greet ${name}`;
}

class KeepingArgs {
  text;
}
Arg({ type: String })(KeepingArgs.prototype, 'text');

/** Keeps its arguments in memory for a while. */
class Keeping {
  async render({ text }) {
    await sleep(KEEPING_MS);
    return `It has kept ${text.length} characters`;
  }
}
Prompt({ name: 'keeping', args: KeepingArgs })(Keeping);

const renderers = { slow, reporting, failing, large, stubborn, chatting, forgetful, asking };

export const prompts = [
  ...classesOf('prompts', COUNT),
  ...Object.entries(renderers).map(([name, render]) => definePrompt({ name, render })),
  Keeping,
];
