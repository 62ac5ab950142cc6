import { Monitor, Runtime, SafeLogger } from '@cuecard/core';
import { type HandlerOptions } from '@cuecard/server';
import { RequestState } from '@cuecard/server/internal';
import { describe, expect, test } from '@jest/globals';
import { serverOf } from './support/plain-sdk.ts';

const [key, otherKey] = ['k'.repeat(32), 'o'.repeat(32)];
const remedy =
  'Set the same stateKeys in all instances that serve the same clients. See "Keys" on the documentation page "Sessions".';
const different = (id: string) => `A client sent a ${id} that was signed with an unknown key. ${remedy}`;
const random = (id: string) =>
  `A client sent a ${id} that was signed with an unknown key. Without stateKeys, each process has a random key. ${remedy}`;
const atStart = expect.stringMatching(/^sessions is 'resumable', but /);

function logged() {
  const log: string[] = [];
  const warn = (message: string) => void log.push(message);
  const logger = { warn, error: warn, info() {}, debug() {} };
  return { log, logger, monitor: new Monitor(new SafeLogger(logger)) };
}

describe('ResumableIds', () => {
  const client = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
  const authenticate = ({ headers }: Request) => ({ principal: headers.get('x-caller') ?? 'ada', scopes: [] });

  function start(options: Partial<HandlerOptions>) {
    const { log, logger } = logged();
    const runtime = new Runtime({ prompts: [], logger });
    const handler = serverOf({ sessions: 'resumable', authenticate, ...options }, runtime);
    const send = (method: string, params: object, more: Record<string, string> = {}) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...more };
      return handler.fetch(new Request('http://localhost/mcp', { method: 'POST', headers, body }));
    };
    return {
      log,
      open: async () => String((await send('initialize', client)).headers.get('mcp-session-id')),
      status: async (id: string, caller = 'ada') =>
        (await send('prompts/list', {}, { 'mcp-session-id': id, 'x-caller': caller })).status,
    };
  }

  test.each([
    ['other stateKeys', { stateKeys: [otherKey] }, [different('session id')]],
    ['a random key', {}, [atStart, random('session id')]],
  ])('warns once about ids of other instances, with %s', async (_, options, expected) => {
    const [one, other] = [start({ stateKeys: [key] }), start(options)];
    const ids = [await one.open(), await one.open()];
    const statuses = [await other.status(ids[0] ?? ''), await other.status(ids[1] ?? '')];
    expect({ statuses, log: other.log, logOfFirst: one.log }).toEqual({
      statuses: [404, 404],
      log: expected,
      logOfFirst: [],
    });
  });

  test('does not warn about malformed or forged ids, or ids of another principal', async () => {
    const [one, other] = [start({ stateKeys: [key] }), start({ stateKeys: [otherKey, key] })];
    const id = await one.open();
    const [text = '', signature = ''] = id.split('.');
    const ids = ['x', 'a.b', crypto.randomUUID(), `${text}.${signature.slice(1)}A`, `${text}A.${signature}`, text];
    const statuses = [];
    for (const each of ids) statuses.push(await other.status(each));
    statuses.push(await other.status(id, 'eve'), await other.status(id));
    expect({ statuses, log: other.log }).toEqual({ statuses: [404, 404, 404, 404, 404, 404, 404, 200], log: [] });
  });

  test('warns once about any number of forged ids', async () => {
    const { log, status } = start({ stateKeys: [key] });
    for (const letter of ['A', 'B', 'C']) await status(`${letter.repeat(80)}.${letter.repeat(43)}`);
    expect(log).toEqual([different('session id')]);
  });
});

describe('RequestState', () => {
  const state = { about: 'this', questions: {}, answers: {} };
  const signedWith = (stateKeys: string[]) => new RequestState({ stateKeys }, logged().monitor).sign(state);
  const read = (reader: RequestState, signed: unknown) =>
    reader.read('this', signed).then(
      () => 'accepted',
      ({ code }: { code: number }) => code,
    );

  test.each([
    ['other stateKeys', { stateKeys: [otherKey] }, different('requestState')],
    ['a random key', {}, random('requestState')],
  ])('warns once about states of other instances, with %s', async (_, options, expected) => {
    const { log, monitor } = logged();
    const signed = await signedWith([key]);
    const readers = [new RequestState(options, monitor), new RequestState(options, monitor)];
    const codes = await Promise.all(readers.flatMap((reader) => [read(reader, signed), read(reader, signed)]));
    expect({ codes, log }).toEqual({ codes: [-32602, -32602, -32602, -32602], log: [expected] });
  });

  test('does not warn about malformed or forged states', async () => {
    const { log, monitor } = logged();
    const reader = new RequestState({ stateKeys: [otherKey, key] }, monitor);
    const signed = await signedWith([key]);
    const [head = '', payload = '', signature = ''] = signed.split('.');
    const withoutKeyId = Buffer.from('{"alg":"HS256","typ":"cuecard-state"}').toString('base64url');
    const unsigned = Buffer.from('{"alg":"none","typ":"cuecard-state","kid":"x"}').toString('base64url');
    const forged = [
      `${head}.${payload}.A${signature.slice(1)}B`,
      `${withoutKeyId}.${payload}.${signature}`,
      `${unsigned}.${payload}.`,
      'made up',
      '',
      7,
    ];
    const outcomes = [];
    for (const each of [...forged, signed]) outcomes.push(await read(reader, each));
    expect({ outcomes, log }).toEqual({ outcomes: [...forged.map(() => -32602), 'accepted'], log: [] });
  });
});
