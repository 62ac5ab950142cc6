import { listen } from '../build/server/listen.js';
import { describe, expect, test } from '@jest/globals';
import { handlerOf } from './support/handler-of.ts';
import { serverOf } from './support/plain-sdk.ts';

const ANY_SIZE = 'a whole number from 1 on, or Infinity for no limit';
const ANY_TIME = 'a whole number from 1 to 2147483647';
const NONE = [Number.NaN, -1, 0.5, -Infinity, '5'];

const problem = (name: string, value: unknown, range: string) =>
  new RangeError(`${name} is ${typeof value === 'number' ? value : JSON.stringify(value)}: use ${range}`);

// Tests every value for one option of each range, and one value for each other option.
describe.each([
  ['maxBodyBytes', ANY_SIZE, [...NONE, 0]],
  ['maxRequests', ANY_SIZE, [0]],
  ['maxPendingBytes', ANY_SIZE, [0]],
  ['maxHeldBytes', ANY_SIZE, [0]],
  ['maxSessions', ANY_SIZE, [0]],
  ['maxCompletionsPerSecond', ANY_SIZE, [0]],
  ['bodyTimeoutMs', ANY_TIME, [...NONE, 0, Infinity, 2 ** 31]],
  ['answerTimeoutMs', ANY_TIME, [0]],
  ['sessionIdleTimeoutMs', ANY_TIME, [2 ** 31]],
  ['maxSubscriptions', 'a whole number from 0 on, or Infinity for no limit', [-1]],
  ['drainTimeoutMs', 'a whole number from 0 to 2147483647', [-1, 2 ** 31]],
])('HandlerOptions.%s: %s', (name, range, values) => {
  test.each(values)('throws for %j', (value) => {
    expect(() => serverOf({ [name]: value })).toThrow(problem(name, value, range));
  });
});

describe.each([
  ['maxConnections', ANY_SIZE, [0, Number.NaN]],
  ['headersTimeoutMs', ANY_TIME, [0, 2 ** 31]],
  ['bodyTimeoutMs', ANY_TIME, [0]],
  ['drainTimeoutMs', 'a whole number from 0 to 2147483647', [Infinity]],
])('ListenOptions.%s: %s', (name, range, values) => {
  test.each(values)('rejects %j', async (value) => {
    await expect(listen(handlerOf({}), { port: 0, [name]: value })).rejects.toThrow(problem(name, value, range));
  });
});

describe('listen', () => {
  test('accepts Infinity for sizes, and the longest timer for times', async () => {
    const longest = 2 ** 31 - 1;
    const bytes = { maxBodyBytes: Infinity, maxPendingBytes: Infinity, maxHeldBytes: Infinity };
    const sizes = { ...bytes, maxRequests: Infinity, maxSessions: Infinity, maxCompletionsPerSecond: Infinity };
    const times = { bodyTimeoutMs: longest, drainTimeoutMs: longest };
    const handler = serverOf({ ...sizes, ...times, sessionIdleTimeoutMs: longest });
    const server = await listen(handler, { ...times, port: 0, maxConnections: Infinity, headersTimeoutMs: longest });
    const answer = await fetch(server.url, { method: 'PUT' });
    expect([answer.status, await answer.json()]).toMatchObject([405, { error: { code: -32000 } }]);
    await server.close();
  });
});
