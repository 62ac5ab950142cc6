import { Runtime } from '@cuecard/core';
import { serveHttp } from '@cuecard/server';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { runs } from '../../../../build/jest/runs.ts';
import { promptOf, type Row, ROWS, Text } from './support/argument-types.ts';
import {
  BAD,
  EXPECTED,
  type Fault,
  fault,
  GOOD,
  LIMIT,
  missing,
  SENT,
  type Sent,
} from './support/argument-verdicts.ts';
import { overHttp, type TestClient } from './support/clients.ts';
import { post } from './support/raw.ts';

const runtime = new Runtime({ prompts: Object.entries(ROWS).map(promptOf), limits: { argumentLength: LIMIT } });
let server: Awaited<ReturnType<typeof serveHttp>>;
let client: TestClient;
beforeAll(async () => {
  server = await serveHttp(runtime, { name: 'types', version: '1.0.0', port: 0 });
  client = await overHttp['v1 client'](server.url);
});
afterAll(async () => {
  await client.close();
  await server.close();
});

const resultOf = (text: string) => ({ messages: [{ role: 'user', content: { type: 'text', text } }] });
const refused = (prompt: string, ...errors: readonly Fault[]) => ({
  code: -32602,
  message: `Invalid arguments for prompt "${prompt}": ${errors.map(({ message }) => message).join('; ')}`,
  data: { prompt, errors },
});

/** Resolves to the result of the client, or to its error without the prefix of the message. */
async function answer(name: string, args?: Record<string, string>): Promise<unknown> {
  try {
    return await client.getPrompt({ name, ...(args && { arguments: args }) });
  } catch (error) {
    const { code, message, data } = error as { code: number; message: string; data: unknown };
    return { code, message: message.replace(`MCP error ${code}: `, ''), data };
  }
}

/** Resolves to the same result or error without a connection. */
async function nearAnswer(name: string, args: Record<string, string>): Promise<unknown> {
  try {
    return JSON.parse(JSON.stringify(await runtime.prompts.get({ name, arguments: args }))) as unknown;
  } catch (error) {
    const { code, message, data } = error as { code: number; message: string; data: unknown };
    return JSON.parse(JSON.stringify({ code, message, data })) as unknown;
  }
}

const STEP = Math.max(1, Math.round(100 / runs(100)));

/** Whether a value is sent over HTTP. CI sends all values. */
const isSent = (index: number) => index % STEP === 0;

/** Resolves to the response to arguments that no official client sends. */
async function rawAnswer(name: string, args: string): Promise<unknown> {
  const params = `{"name":"${name}","arguments":${args}}`;
  const { body } = await post(server.url, `{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":${params}}`);
  const { result, error } = body as { result?: unknown; error?: unknown };
  return result ?? error;
}

/** Returns the response to a value that a client sends to a row. */
function expectedFor(row: Row, sent: Sent): unknown {
  const { spare, fault: usual, verdicts } = EXPECTED[row];
  const verdict = verdicts[sent] ?? [usual];
  return typeof verdict === 'string' ? resultOf(`{ value: ${verdict}${spare} }`) : refused(row, ...verdict);
}

describe('@Arg()', () => {
  test.each(Object.keys(ROWS) as Row[])('accepts valid values and rejects all others: %s', async (row) => {
    const answers = await Promise.all(
      SENT.map(async (value, index) => [value, await (isSent(index) ? answer : nearAnswer)(row, { value })]),
    );
    expect(Object.fromEntries(answers)).toEqual(Object.fromEntries(SENT.map((sent) => [sent, expectedFor(row, sent)])));
  });

  test('rejects a missing or empty value', async () => {
    expect(await answer('decimal', {})).toEqual(refused('decimal', missing));
    expect(await answer('decimal')).toEqual(refused('decimal', missing));
    expect(await answer('decimal', { value: '' })).toEqual(refused('decimal', missing));
    expect(await rawAnswer('decimal', 'null')).toEqual(
      refused('decimal', {
        argument: '',
        rule: 'isObject',
        message: 'arguments must be an object whose values are strings',
      }),
    );
  });

  test('rejects JSON values other than strings', async () => {
    for (const value of ['5', 'true', 'null', '[]', '{}']) {
      const answered = await rawAnswer('anything', `{"value":${value}}`);
      expect([value, answered]).toEqual([value, refused('anything', fault('isString', 'a string'))]);
    }
  });

  test('uses the last value of a duplicate key', async () => {
    const [taken, other] = [GOOD.decimal, BAD].map((value) => JSON.stringify(value));
    expect(await rawAnswer('decimal', `{"value":${other},"value":${taken}}`)).toEqual(
      expectedFor('decimal', GOOD.decimal),
    );
    expect(await rawAnswer('decimal', `{"value":${taken},"value":${other}}`)).toEqual(expectedFor('decimal', BAD));
    expect(await rawAnswer('decimal', `{"value":${taken},"value":""}`)).toEqual(refused('decimal', missing));
  });

  test('rejects values longer than the limit without parsing them', async () => {
    const tooLong: Fault = {
      argument: 'value',
      rule: 'maxLength',
      message: `value must be at most ${LIMIT} characters long`,
    };
    for (const value of ['x', '9', '[', '{"city":', '🙂']) {
      expect(await answer('nested', { value: value.repeat(LIMIT + 1).slice(0, LIMIT + 1) })).toEqual(
        refused('nested', tooLong),
      );
    }
  });

  test.each(['decimal', 'choice'] as const)('uses the default of an empty optional argument: %s', async (row) => {
    const hasSpare = Object.hasOwn(new ROWS[row](), 'spare');
    const unknown: Fault = { argument: 'spare', rule: 'unknown', message: 'spare is not a known argument' };
    expect(await answer(row, { value: GOOD[row], spare: '' })).toEqual(
      hasSpare ? expectedFor(row, GOOD[row]) : refused(row, unknown),
    );
  });
});

describe('limits.argumentsLength', () => {
  test('limits the total length of arguments', async () => {
    const small = new Runtime({ prompts: [promptOf(['text', Text])], limits: { argumentsLength: 5 } });
    expect(await small.prompts.get({ name: 'text', arguments: { value: '123', spare: '45' } })).toHaveProperty(
      'messages',
    );
    await expect(small.prompts.get({ name: 'text', arguments: { value: '123', spare: '456' } })).rejects.toMatchObject(
      refused('text', {
        argument: '',
        rule: 'maxLength',
        message: 'the arguments together must be at most 5 characters long',
      }),
    );
  });
});
