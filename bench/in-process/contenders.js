// What is asked of whom. Each contender makes a function that asks once, among so many definitions; what it is told must
// be right.
import { Runtime } from '@cuecard/core';
import { classOf } from '../definitions/classes.js';
import { isRefusal, METHODS } from '../definitions/methods.js';
import { numbers, promptResult, resourceResult, toolResult, typed } from '../definitions/review.js';
import { directly, IMPLEMENTATIONS } from './implementations.js';
import { OVER_MEMORY } from './transports.js';

const PAGE = 100;
const names = Object.keys(IMPLEMENTATIONS);

/** What Cuecard and the SDKs do besides the conversion of what is sent. */
const BARE = {
  'prompts/get': async ({ arguments: args }) => promptResult({ ...args, limit: Number(args.limit) }),
  'tools/call': async ({ arguments: args }) => toolResult({ ...args }),
  'resources/read': async ({ uri }) => resourceResult(uri, { limit: Number(uri.slice(uri.lastIndexOf('/') + 1)) }),
};

const taking = (params) => (ask) => (call) => ask(params[call % params.length]);

async function called(method, ask) {
  const { asked, isRight } = METHODS[method];
  for (const params of asked) if (!isRight(await ask(params), params)) throw new Error(`${method} is answered wrongly`);
  return taking(asked)(ask);
}

/** It refuses, too, what breaks a rule. */
async function checked(method, ask) {
  const { refused } = METHODS[method];
  const answer = async () => ({ result: await ask(refused) });
  if (!isRefusal(await answer().catch((error) => ({ error })))) throw new Error(`${method} takes what breaks a rule`);
  return called(method, ask);
}

async function complete(ask) {
  const params = METHODS['prompts/get'].asked.map(({ name }) => ({
    ref: { type: 'ref/prompt', name },
    argument: typed,
  }));
  const { completion } = await ask(params[0]);
  if (completion.values.join() !== 'go') throw new Error('Something else is suggested');
  return taking(params)(ask);
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
  return taking(pages)(ask);
}

/** Every other prompt asks for a scope that the caller does not have. */
function listHalf(count) {
  const scopes = (index) => (index % 2 === 0 ? {} : { scopes: ['staff'] });
  const prompts = numbers(count).map((index) => classOf('prompts', index, scopes(index)));
  const runtime = new Runtime({ prompts });
  const call = { auth: { principal: 'somebody', scopes: ['public'] } };
  return list((params) => runtime.prompts.list(params, call), count / 2);
}

const each = (of) => Object.fromEntries(names.map(of));

const overMemory = (method) =>
  Object.entries(OVER_MEMORY).map(([name, reach]) => [
    name,
    async (count) => checked(method, await reach(method, count)),
  ]);

/** Clients by what they are told apart by: the first gets what the specification says, the others what their rows say. */
const CLIENTS = {
  'a client it does not know': 'somebody',
  'Claude Code': 'claude-code',
  'Gemini CLI': 'gemini-cli-mcp-client',
  'Qwen Code': 'qwen-cli-mcp-client-desk',
  opencode: 'opencode',
};

function toClient(name, count) {
  const ask = directly('Cuecard', 'prompts/get', count);
  const call = { client: { name, revision: '2025-11-25' } };
  return checked('prompts/get', (params) => ask(params, call));
}

const toClients = Object.fromEntries(
  Object.entries(CLIENTS).map(([told, name]) => [`Cuecard, for ${told}`, (count) => toClient(name, count)]),
);

const calls = (method) => ({
  'a bare function': () => called(method, BARE[method]),
  ...each((name) => [name, (count) => checked(method, directly(name, method, count))]),
  ...Object.fromEntries(overMemory(method)),
});

/** By what is asked, and of whom. */
export const CONTENDERS = {
  'prompts/get': { ...calls('prompts/get'), ...toClients },
  'tools/call': calls('tools/call'),
  'resources/read': calls('resources/read'),
  'prompts/list': {
    ...each((name) => {
      const told = name === 'Cuecard' ? `a page of ${PAGE}` : 'all prompts';
      return [`${name}: ${told}`, (count) => list(directly(name, 'prompts/list', count), count)];
    }),
    [`Cuecard: a page of ${PAGE}, of the half that the caller may see`]: listHalf,
  },
  'completion/complete': each((name) => [name, (count) => complete(directly(name, 'completion/complete', count))]),
};
