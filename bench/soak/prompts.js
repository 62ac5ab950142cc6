// What is asked for besides the prompts of the benchmark, and how its renders have ended.
import { setTimeout as sleep } from 'node:timers/promises';
import { Arg, definePrompt, image, Prompt, user } from '@cuecard/core';
import { classesOf } from '../definitions/classes.js';

const COUNT = 10;
const STEPS = 5;
const STEP_MS = 20;
const STUBBORN_MS = 500;
/** Shorter than a render may take. */
const KEEPING_MS = 2_500;
const CHATTER = 4_000;
const CHAT = 'x'.repeat(10_000);
const LARGE = 'x'.repeat(2_000_000);

/** So long that nobody waits for it, and still within the deadline of a render. */
const FOREVER_MS = 25_000;
/** Within this, whoever renders has heard that nobody waits any more. */
const SOON_MS = 10_000;

/** What the log is told of on purpose. */
export const PROVOKED = 'This prompt fails on purpose';

/** The slow renders: how many there were, and how they have ended. */
export const renders = { begun: 0, stopped: 0, late: 0, finished: 0 };

async function slow(_args, { signal }) {
  renders.begun += 1;
  const begin = performance.now();
  try {
    await sleep(FOREVER_MS, undefined, { signal });
    renders.finished += 1;
  } catch {
    renders[performance.now() - begin < SOON_MS ? 'stopped' : 'late'] += 1;
  }
  return 'Nobody waits for this';
}

async function reporting(_args, context) {
  for (let step = 1; step <= STEPS; step += 1) {
    await sleep(STEP_MS, undefined, { signal: context.signal });
    context.progress(step, STEPS);
  }
  return 'It is done';
}

/** Works on, whether or not anybody waits for it. */
async function stubborn() {
  await sleep(STUBBORN_MS);
  return 'It is done';
}

/** Says more than any client that does not read can take. */
async function chatting(_args, context) {
  for (let step = 1; step <= CHATTER && !context.signal.aborted; step += 1) {
    context.progress(step, CHATTER, CHAT);
    if (step % 10 === 0) await sleep(1);
  }
  return 'It is said';
}

const forgetful = () => user`Look at ${image({ path: 'nowhere.png' })}`;

class Name {
  name;
}
Arg({ type: String })(Name.prototype, 'name');

class Asking {
  async render(_args, context) {
    const { name } = await context.ask(Name, 'Who is there?');
    return `Greet ${name}`;
  }
}
Prompt({ name: 'asking' })(Asking);

class Kept {
  text;
}
Arg({ type: String })(Kept.prototype, 'text');

/** Holds its arguments. */
class Keeping {
  async render({ text }) {
    await sleep(KEEPING_MS);
    return `It has kept ${text.length} characters`;
  }
}
Prompt({ name: 'keeping', args: Kept })(Keeping);

async function failing() {
  throw new Error(PROVOKED);
}

const large = () => LARGE;

export const prompts = [
  ...classesOf('prompts', COUNT),
  ...Object.entries({ slow, reporting, failing, large, stubborn, chatting, forgetful }).map(([name, render]) =>
    definePrompt({ name, render }),
  ),
  Asking,
  Keeping,
];
