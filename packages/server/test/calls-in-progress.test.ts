import { defineTool, Runtime } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { closables } from './support/closables.ts';
import { pending, until } from './support/gates.ts';
import { serverOf } from './support/plain-sdk.ts';

const open = closables();

const MAX = 400_000;
const TOO_MANY = [503, 'The pending requests and responses use too much memory'];
const ANSWERED = [200, undefined];

/** Serves a tool that waits until it is released, to callers that a header names. */
function serveWaiting(options: object = {}) {
  const gate = pending();
  let started = 0;
  const call = async () => {
    started += 1;
    await gate.promise;
    return 'done';
  };
  const args = [{ name: 'data', type: JSON }];
  const tools = [defineTool({ name: 'wait', args, call }), defineTool({ name: 'echo', args, call: () => 'here' })];
  const silent = { error() {}, warn() {}, info() {}, debug() {} };
  const authenticate = ({ headers }: Request) => ({ principal: headers.get('x-caller') ?? '', scopes: [] });
  const limits = { maxHeldBytes: MAX, maxCallerShare: 0.5, authenticate, drainTimeoutMs: 100, ...options };
  const handler = serverOf(limits, new Runtime({ tools, logger: silent, limits: { callMs: 60_000 } }));
  const close = () => {
    gate.settle();
    return handler.close();
  };
  open.push({ close });
  const callTool = async (caller: string, name: string, json: string, signal?: AbortSignal) => {
    const params = `{"name":"${name}","arguments":{"data":${json}}}`;
    const response = await handler.fetch(
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'x-caller': caller,
        },
        body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`,
        ...(signal && { signal }),
      }),
    );
    const { error } = (await response.json()) as { error?: { message: string } };
    return [response.status, error?.message];
  };
  return { callTool, gate, untilStarted: (count: number) => until(() => started >= count) };
}

const ARGUMENTS: readonly (readonly [string, string])[] = [
  ['a long string', `"${'x'.repeat(199_600)}"`],
  ['a long string with an escapeHtml wide character', `"\\u4e00${'x'.repeat(110_000)}"`],
  ['a long string with a wide character', `"一${'x'.repeat(110_000)}"`],
  ['many small values', `[${'{},'.repeat(1_040)}0]`],
];

describe('maxHeldBytes', () => {
  test.each(ARGUMENTS)('counts a call with %s until it ends', async (_, json) => {
    const { callTool, gate, untilStarted } = serveWaiting();
    const waiting = callTool('eve', 'wait', json);
    await untilStarted(1);
    expect([await callTool('eve', 'echo', '1'), await callTool('ada', 'echo', '1')]).toEqual([TOO_MANY, ANSWERED]);
    gate.settle();
    expect([await waiting, await callTool('eve', 'echo', '1')]).toEqual([ANSWERED, ANSWERED]);
  });

  test('counts a call until its work ends, even if its client disconnects', async () => {
    const { callTool, gate, untilStarted } = serveWaiting();
    const leaving = new AbortController();
    void callTool('eve', 'wait', `"${'x'.repeat(199_600)}"`, leaving.signal);
    await untilStarted(1);
    leaving.abort();
    expect(await callTool('eve', 'echo', '1')).toEqual(TOO_MANY);
    gate.settle();
    await until(async () => (await callTool('eve', 'echo', '1'))[0] === 200);
    expect(await callTool('ada', 'echo', '1')).toEqual(ANSWERED);
  });

  test('rejects simultaneous calls once the first ones use up the share', async () => {
    const { callTool, gate, untilStarted } = serveWaiting();
    const calls = Array.from({ length: 10 }, () => callTool('eve', 'wait', `"${'x'.repeat(60_000)}"`));
    await untilStarted(4);
    gate.settle();
    const answers = await Promise.all(calls);
    expect(answers.filter(([status]) => status === 200)).toHaveLength(4);
    expect(answers.filter(([status]) => status === 503)).toEqual(Array.from({ length: 6 }, () => TOO_MANY));
  });
});
