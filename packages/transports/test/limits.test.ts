import { Endpoint, type EndpointOptions, listen, type ListenOptions, toHttpHandler } from '@cuecard/transports';
import { describe, expect, test } from '@jest/globals';

const guards = { isIntroduction: () => false } as never;
const endpointOf = (options: EndpointOptions) =>
  new Endpoint({ open: () => Promise.reject(new Error('nobody asked')), guards }, options);

const ANY_SIZE = 'a whole number from 1 on, or Infinity for no limit';
const ANY_TIME = 'a whole number from 1 to 2147483647';
const NONE = [Number.NaN, -1, 0.5, -Infinity, '5'];

describe.each([
  ['maxBodyBytes', ANY_SIZE, 0],
  ['maxRequests', ANY_SIZE, 0],
  ['maxPendingBytes', ANY_SIZE, 0],
  ['maxSessions', ANY_SIZE, 0],
  ['maxCompletionsPerSecond', ANY_SIZE, 0],
  ['bodyTimeoutMs', ANY_TIME, 0, Infinity, 2 ** 31],
  ['answerTimeoutMs', ANY_TIME, 0, Infinity, 2 ** 31],
  ['sessionIdleMs', ANY_TIME, 0, Infinity, 2 ** 31],
])('an endpoint refuses to start with a %s that is not %s', (name, range, ...others) => {
  test.each([...NONE, ...others])('such as %j', (given) => {
    expect(() => endpointOf({ [name]: given })).toThrow(
      new RangeError(`${name} is ${typeof given === 'number' ? given : JSON.stringify(given)}: use ${range}`),
    );
  });
});

describe.each([
  ['maxConnections', ANY_SIZE, 0],
  ['headersTimeoutMs', ANY_TIME, 0, Infinity, 2 ** 31],
  ['bodyTimeoutMs', ANY_TIME, 0, Infinity, 2 ** 31],
  ['drainMs', 'a whole number from 0 to 2147483647', Infinity, 2 ** 31],
])('a server refuses to listen with a %s that is not %s', (name, range, ...others) => {
  test.each([...NONE, ...others])('such as %j', async (given) => {
    const handler = toHttpHandler({ fetch: async () => new Response(), close: async () => {} });
    await expect(listen(handler, { port: 0, [name]: given })).rejects.toThrow(
      new RangeError(`${name} is ${typeof given === 'number' ? given : JSON.stringify(given)}: use ${range}`),
    );
  });
});

test('what need not be limited may be without a limit, and times may be as long as timers can be', async () => {
  const longest = 2 ** 31 - 1;
  const sizes = { maxBodyBytes: Infinity, maxRequests: Infinity, maxSessions: Infinity, maxConnections: Infinity };
  const times = { bodyTimeoutMs: longest, sessionIdleMs: longest, headersTimeoutMs: longest, drainMs: longest };
  const options: EndpointOptions & ListenOptions = { ...sizes, ...times, maxCompletionsPerSecond: Infinity };
  const server = await listen(toHttpHandler(endpointOf(options)), { port: 0, ...options });
  const answer = await fetch(server.url, { method: 'PUT' });
  expect([answer.status, await answer.json()]).toMatchObject([405, { error: { code: -32000 } }]);
  await server.close();
});
