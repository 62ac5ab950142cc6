import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

/** A folder that every package can be imported from. */
const consumer = fileURLToPath(new URL('../examples/serving/', import.meta.url));
const ADAPTERS = ['@cuecard/mcp-sdk', '@cuecard/mcp-server'];

/** Makes what follows a platform on which nothing random, later or remote may be had while modules load. */
const GLOBAL_SCOPE = `
  import crypto from 'node:crypto';
  import { syncBuiltinESMExports } from 'node:module';
  let isLoading = true;
  const refusing = (owner, names) => {
    for (const name of names) {
      const given = owner[name];
      owner[name] = function (...args) {
        if (isLoading) throw new Error(name + ' is not allowed while modules load');
        return given.apply(this, args);
      };
    }
  };
  refusing(globalThis, ['setTimeout', 'setInterval', 'setImmediate', 'fetch']);
  refusing(Crypto.prototype, ['getRandomValues', 'randomUUID']);
  refusing(crypto, ['randomBytes', 'randomFillSync', 'randomInt', 'randomUUID']);
  syncBuiltinESMExports();
  const load = async (load) => {
    const loaded = await load();
    isLoading = false;
    return loaded;
  };
`;

/** Makes timers what they are where they are none of Node's: numbers. */
const NUMBERED_TIMERS = `
  for (const name of ['setTimeout', 'setInterval']) {
    const given = globalThis[name];
    globalThis[name] = (...args) => +given(...args);
  }
  const load = (load) => load();
`;

/** What a client is answered that asks a handler for a prompt which reports progress, and so by a stream. */
const asked = (adapter: string) => `
  const prompts = await load(async () => {
    const { definePrompt, Runtime } = await import('@cuecard/core');
    const { createHandler } = await import('${adapter}');
    const render = (_args, context) => {
      context.progress(1, 2);
      return 'Hello';
    };
    const runtime = new Runtime({ prompts: [definePrompt({ name: 'greet', render })] });
    return createHandler(runtime, { name: 'greetings', version: '1.0.0' });
  });
  const post = (body, headers) =>
    prompts.fetch(
      new Request('http://127.0.0.1/mcp', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
        body: JSON.stringify({ jsonrpc: '2.0', ...body }),
      }),
    );
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1.0.0' } };
  const opened = await post({ id: 1, method: 'initialize', params });
  const session = { 'mcp-session-id': opened.headers.get('mcp-session-id'), 'mcp-protocol-version': '2025-11-25' };
  await opened.text();
  await post({ method: 'notifications/initialized' }, session);
  const get = { name: 'greet', _meta: { progressToken: 7 } };
  const answer = await post({ id: 2, method: 'prompts/get', params: get }, session);
  const messages = (await answer.text()).match(/(?<=^data: ).+$/gm).map((line) => JSON.parse(line));
  console.log(JSON.stringify(messages));
  process.exit();
`;

async function run(script: string): Promise<unknown> {
  const args = ['--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: consumer });
  return JSON.parse(stdout);
}

const ANSWERED = [
  { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 7, progress: 1, total: 2 } },
  {
    jsonrpc: '2.0',
    id: 2,
    result: { messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }] },
  },
];

test.each(ADAPTERS)(
  '%s loads and makes handlers where nothing random, no timer and no fetch is allowed yet',
  async (adapter) => {
    expect(await run(GLOBAL_SCOPE + asked(adapter))).toEqual(ANSWERED);
  },
);

test.each(ADAPTERS)('%s answers with streams and sessions where timers are numbers', async (adapter) => {
  expect(await run(NUMBERED_TIMERS + asked(adapter))).toEqual(ANSWERED);
});
