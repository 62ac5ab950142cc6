// What is asked of whom. Each contender makes a function that asks once, among so many prompts; what it is told must be
// right. The same ten prompts are asked for among however many there are.
import { Runtime } from '@cuecard/core';
import { promptClass } from '../prompts/class.js';
import { answer, args, ASKED, numbers, TEXT, typed } from '../prompts/prompt.js';
import { directly, IMPLEMENTATIONS } from './implementations.js';
import { OVER_MEMORY } from './transports.js';

const PAGE = 100;
const names = Object.keys(IMPLEMENTATIONS);

async function get(ask) {
  const params = ASKED.map((name) => ({ name, arguments: args }));
  const { messages } = await ask(params[0]);
  if (messages[0].content.text !== TEXT) throw new Error('Something else is rendered');
  return (call) => ask(params[call % params.length]);
}

async function complete(ask) {
  const params = ASKED.map((name) => ({ ref: { type: 'ref/prompt', name }, argument: typed }));
  const { completion } = await ask(params[0]);
  if (completion.values.join() !== 'go') throw new Error('Something else is suggested');
  return (call) => ask(params[call % params.length]);
}

/** Asks for one page after the other. */
async function list(ask, expected) {
  const pages = [{}];
  let listed = 0;
  for (const page of pages) {
    const { prompts, nextCursor } = await ask(page);
    listed += prompts.length;
    if (nextCursor !== undefined) pages.push({ cursor: nextCursor });
  }
  if (listed !== expected) throw new Error(`${listed} prompts are listed, not ${expected}`);
  return (call) => ask(pages[call % pages.length]);
}

/** Every other prompt asks for a scope that the caller does not have. */
function listHalf(count) {
  const scopes = (index) => (index % 2 === 0 ? {} : { scopes: ['staff'] });
  const runtime = new Runtime({ prompts: numbers(count).map((index) => promptClass(index, scopes(index))) });
  const call = { auth: { principal: 'somebody', scopes: ['public'] } };
  return list((params) => runtime.prompts.list(params, call), count / 2);
}

const each = (of) => Object.fromEntries(names.map(of));

/** By what is asked, and of whom. */
export const CONTENDERS = {
  'prompts/get': {
    'a bare function': () => get(async () => answer({ ...args, limit: Number(args.limit) })),
    ...each((name) => [name, (count) => get(directly(name, 'prompts/get', count))]),
    ...Object.fromEntries(
      Object.entries(OVER_MEMORY).map(([name, reach]) => [
        name,
        async (count) => get(await reach('prompts/get', count)),
      ]),
    ),
  },
  'prompts/list': {
    ...each((name) => {
      const told = name === 'Cuecard' ? `a page of ${PAGE}` : 'all prompts';
      return [`${name}: ${told}`, (count) => list(directly(name, 'prompts/list', count), count)];
    }),
    [`Cuecard: a page of ${PAGE}, of the half that the caller may see`]: listHalf,
  },
  'completion/complete': each((name) => [name, (count) => complete(directly(name, 'completion/complete', count))]),
};
