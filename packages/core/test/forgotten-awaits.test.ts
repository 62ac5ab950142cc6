import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { definePrompt, Runtime } from '@cuecard/core';
import { beforeAll, describe, expect, test } from '@jest/globals';

// The prompts run in another process, which counts unhandled rejections.

const run = promisify(execFile);

const INTERNAL_ERROR = 'Internal error';

/** Outputs of prompts that lack an `await`, with the logged problem. `late()` returns a promise that rejects. */
const FORGOTTEN: Readonly<Record<string, string>> = {
  "user`Look: ${image({ path: 'missing.png' })}`": 'A promise is not text. Await it.',
  'user`${late()} and ${late()}`': 'A promise is not text. Await it.',
  'user`${undefined} and ${late()}`': "undefined is not text. Pass a string instead, as in value ?? '…'.",
  'user(late())': 'A promise is not text. Await it.',
  'user(thenable())': 'A promise is not text. Await it.',
  'assistant([late(), late()])': 'A promise is not text. Await it.',
  'user({ text: late() })': 'An object is not text. Wrap it in untrusted(…), or convert it to text yourself.',
  'fewShot([{ user: late(), assistant: late() }, { user: late(), assistant: late() }])':
    'A promise is not text. Await it.',
  'text(late())': 'A promise is not text. Await it.',
  'untrusted(late()).toString()': 'A promise is not text. Await it.',
  'untrusted({ some: { where: late() }, other: late() }).toString()': 'A promise is not text. Await it.',
  'trusted(late()).toString()': 'A promise is not text. Await it.',
  'user(link(late()))': 'A promise is not a resource. Await it.',
  'image(late())': 'A promise is not a source of bytes. Await it.',
  "embed(late(), { uri: 'a:b' })": 'A promise is not a source of bytes. Await it.',
  "[image({ path: 'missing.png' }), new Error('other')][1].nothing.at.all":
    "Cannot read properties of undefined (reading 'at')",
  '(context.ask(Name, "Who?"), undefined)':
    'returned nothing: return a string, a message, an array of these, or a full result',
  '[late(), late()]':
    'returned message 0 that has nothing as its role: use "user" or "assistant"; a promise in the returned value was not awaited',
  '[[user("a"), [late()]]]':
    'returned message 1 that has nothing as its role: use "user" or "assistant"; a promise in the returned value was not awaited',
  '({ role: late(), content: text("a") })':
    'returned message 0 that has an object as its role: use "user" or "assistant"; a promise in the returned value was not awaited',
  '({ role: "user", content: late() })': expect.stringMatching(
    /^returned message 0 whose content .*; a promise in the returned value was not awaited$/,
  ),
  '({ role: "user", content: { type: "text", text: late() } })':
    'returned message 0 with invalid content: text must be a string; a promise in the returned value was not awaited',
  '({ role: "user", content: [late()] })':
    'returned message 0 with an array as its content: use user([…]) to create one message for each item; a promise in the returned value was not awaited',
  'user(embed(late()))':
    'returned message 0 with invalid content: resource must be an object with text or a blob; a promise in the returned value was not awaited',
  'user(text("a", { annotations: late() }))':
    'returned message 0 with invalid content: annotations must be an object; a promise in the returned value was not awaited',
  'user(text("a", { _meta: { some: [late()] } }))':
    'returned message 0 with invalid content: _meta must be JSON; a promise in the returned value was not awaited',
  '({ messages: late() })':
    'returned message 0 that has nothing as its role: use "user" or "assistant"; a promise in the returned value was not awaited',
  '({ messages: [], description: late() })':
    'returned an invalid result: description must be a string; a promise in the returned value was not awaited',
  '({ messages: [], _meta: late() })':
    'returned an invalid result: _meta must be an object; a promise in the returned value was not awaited',
} as unknown as Record<string, string>;

/** Runtime options that lack an `await`, with the logged problem. */
const MISLED: Readonly<Record<string, string>> = {
  '{ messageOf: () => late() }': 'messageOf must synchronously return a string, but returned a value of type object',
  '{ clients: { mine: { client: () => late() } } }':
    'client must synchronously return true or false, but returned a promise',
  '{ interceptors: [() => ({ messages: [late()] })] }':
    'returned message 0 that has nothing as its role: use "user" or "assistant"; a promise in the returned value was not awaited',
  '{ interceptors: [(call, next) => { next(); throw new Error("no"); }], select: () => late() }': 'no',
};

const PROGRAM = `
  import { setTimeout as sleep } from 'node:timers/promises';
  import { Arg, assistant, definePrompt, embed, fewShot, image, link, Runtime, text, trusted, untrusted, user } from '@cuecard/core';

  let unhandled = 0;
  process.on('unhandledRejection', () => (unhandled += 1));
  const late = () => Promise.reject(new Error('It is late'));
  const thenable = () => ({ then: (_, reject) => void late().catch(reject) });
  class Name {}
  Arg({ type: String })(Name.prototype, 'name');
  const outcomes = {};
  const [forgotten, misled] = JSON.parse(process.argv[1]);
  for (const source of forgotten) await run(source, { render: eval('(args, context) => ' + source) });
  for (const source of misled) await run(source, { options: eval('(' + source + ')'), arguments: source.includes('Of') ? { b: '' } : {} });
  console.log(JSON.stringify(outcomes));

  async function run(source, { render = () => 'Hello', options, arguments: args }) {
    const log = [];
    const logger = { error: (line, cause) => log.push(cause?.message ?? line.replace(/^Prompt "p" | \\[.*\\]$/g, '')), warn() {} };
    const runtime = new Runtime({ prompts: [definePrompt({ name: 'p', render })], logger, ...options });
    const client = { name: 'c', version: '1', revision: '2025-11-25', capabilities: {} };
    const answer = await runtime.prompts.get({ name: 'p', arguments: args }, { client }).then(JSON.stringify, (error) => error.message);
    await sleep(40);
    outcomes[source] = { answer, log, unhandled };
    unhandled = 0;
  }
`;

const HELLO = JSON.stringify({ messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }] });
const outcomes: Record<string, unknown> = {};

describe('Runtime with a promise that is not awaited', () => {
  beforeAll(async () => {
    const cwd = fileURLToPath(new URL('..', import.meta.url));
    const options = [
      '--input-type=module',
      '--eval',
      PROGRAM,
      JSON.stringify([Object.keys(FORGOTTEN), Object.keys(MISLED)]),
    ];
    const { stdout } = await run(process.execPath, options, { cwd });
    Object.assign(outcomes, JSON.parse(stdout));
  });

  test.each(Object.entries(FORGOTTEN))('rejects output without an unhandled rejection: %s', (source, problem) => {
    expect(outcomes[source]).toEqual({ answer: INTERNAL_ERROR, log: [problem], unhandled: 0 });
  });

  test.each(Object.entries(MISLED))(
    'reports an option that is a promise, without an unhandled rejection: %s',
    (source, problem) => {
      // A faulty client profile does not fail the request.
      const answer = source.includes('clients') ? HELLO : INTERNAL_ERROR;
      expect(outcomes[source]).toEqual({ answer, log: [problem], unhandled: 0 });
    },
  );
});

test('Runtime rejects invalid output without calling its methods or getters', async () => {
  let calls = 0;
  const lazy = {
    // oxlint-disable-next-line no-thenable -- query builders are thenable, and start when `then` is called
    then: () => void (calls += 1),
  };
  const endless = () => ({
    get next(): object {
      calls += 1;
      return endless();
    },
  });
  const render = () => ({ role: 'user', content: { type: 'text', text: { lazy, chain: endless() } } }) as never;
  const runtime = new Runtime({ prompts: [definePrompt({ name: 'p', render })], logger: { error() {}, warn() {} } });
  await expect(runtime.prompts.get({ name: 'p' })).rejects.toThrow(INTERNAL_ERROR);
  expect(calls).toBe(0);
});
