import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

/** A folder from which every package can be imported. */
const consumer = fileURLToPath(new URL('../../examples/docs/', import.meta.url));

/**
 * Restricts the process like workerd: while modules load, random values, timers and `fetch` throw. Timers are numbers.
 */
const PLATFORM = `
  import crypto from 'node:crypto';
  import { syncBuiltinESMExports } from 'node:module';
  let isLoading = true;
  const restrict = (owner, names, convert = (value) => value) => {
    for (const name of names) {
      const original = owner[name];
      owner[name] = function (...args) {
        if (isLoading) throw new Error(name + ' is not allowed while modules load');
        return convert(original.apply(this, args));
      };
    }
  };
  restrict(globalThis, ['setTimeout', 'setInterval'], Number);
  restrict(globalThis, ['setImmediate', 'fetch']);
  restrict(Crypto.prototype, ['getRandomValues', 'randomUUID']);
  restrict(crypto, ['randomBytes', 'randomFillSync', 'randomInt', 'randomUUID']);
  syncBuiltinESMExports();
`;

/** Prints the messages that a client gets in a session for a prompt that reports progress. */
const SESSION = `
  const { definePrompt, Runtime } = await import('@cuecard/core');
  const render = (_args, context) => {
    context.progress(1, 2);
    return 'Hello';
  };
  const runtime = new Runtime({ prompts: [definePrompt({ name: 'greet', render })] });
  const { createHandler } = await import('@cuecard/server');
  const handler = createHandler(runtime, { name: 'greetings', version: '1.0.0' });
  isLoading = false;
  const post = (body, headers) =>
    handler.fetch(
      new Request('http://127.0.0.1/mcp', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
        body: JSON.stringify({ jsonrpc: '2.0', ...body }),
      }),
    );
  const clientInfo = { name: 'test', version: '1.0.0' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const opened = await post({ id: 1, method: 'initialize', params });
  const session = { 'mcp-session-id': opened.headers.get('mcp-session-id'), 'mcp-protocol-version': '2025-11-25' };
  await opened.text();
  await post({ method: 'notifications/initialized' }, session);
  const get = { name: 'greet', _meta: { progressToken: 7 } };
  const response = await post({ id: 2, method: 'prompts/get', params: get }, session);
  const messages = (await response.text()).match(/(?<=^data: ).+$/gm).map((line) => JSON.parse(line));
  console.log(JSON.stringify(messages));
  process.exit();
`;

const MESSAGES = [
  { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 7, progress: 1, total: 2 } },
  {
    jsonrpc: '2.0',
    id: 2,
    result: { messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }] },
  },
];

test('createHandler serves sessions on a platform with restricted globals and numeric timers', async () => {
  const args = ['--input-type=module', '--eval', PLATFORM + SESSION];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: consumer });
  expect(JSON.parse(stdout)).toEqual(MESSAGES);
});
