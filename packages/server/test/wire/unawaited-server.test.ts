import { Runtime } from '@cuecard/core';
import { serveHttp } from '@cuecard/server';
import { expect, test } from '@jest/globals';
import { closables } from '../support/closables.ts';

const open = closables();
const serve = () => serveHttp(new Runtime({ prompts: [] }), { name: 'desk', version: '1.0.0', port: 0 });

test.each(['url', 'close'])('serveHttp() throws when %s is read without await', async (member) => {
  const server = serve();
  expect(() => Reflect.get(server, member)).toThrow(
    new TypeError(`serveHttp() returns a promise: await it before you use \`${member}\``),
  );
  open.push(await server);
});

test('serveHttp() returns a promise of url and close', async () => {
  const served = await Promise.all([serve(), serve().then((server) => server)]);
  open.push(...served);
  const loopback = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  expect(served).toEqual([
    { url: loopback, close: expect.any(Function) },
    { url: loopback, close: expect.any(Function) },
  ]);
});
