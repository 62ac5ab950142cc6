import {
  definePrompt,
  InputRequiredError,
  InternalError,
  RequestError,
  type RequestErrorOptions,
  NotFoundError,
  Runtime,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';

const thrownBy = (make: () => unknown): unknown => {
  try {
    return make();
  } catch (error) {
    return error;
  }
};

const reserved = (code: number) =>
  new RangeError(
    `RequestError: code ${code} is reserved by JSON-RPC and MCP. Use -32602 for an error that the client can fix, -32603 for a failure of the server, or a code outside the range -32768 to -32000.`,
  );

describe('RequestError.code', () => {
  test.each([-32_768, -32_700, -32_600, -32_604, -32_099, -32_042, -32_022, -32_019, -32_001, -32_000])(
    'rejects a code that JSON-RPC or MCP reserves: %s',
    (code) => {
      expect(thrownBy(() => new RequestError('a', { code }))).toEqual(reserved(code));
    },
  );

  test.each([1, 0, -1, 404, -31_999, -32_769, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])(
    'accepts a code of the application: %s',
    (code) => {
      expect(new RequestError('a', { code }).code).toBe(code);
    },
  );

  test.each([
    ['an unknown method', -32_601],
    ['invalid parameters', -32_602],
    ['a failure of the server', -32_603],
    ['a missing resource, up to 2025-11-25', -32_002],
    ['headers that contradict the arguments, since 2026-07-28', -32_020],
    ['a capability that the client lacks, since 2026-07-28', -32_021],
  ])('accepts the code for %s', (_, code) => {
    expect(new RequestError('a', { code }).code).toBe(code);
  });

  test('is -32603 by default', () => {
    expect([new RequestError('a').code, new RequestError('a', { code: undefined as never }).code]).toEqual([
      -32_603, -32_603,
    ]);
  });

  test.each<[unknown, string]>([
    [1.5, '1.5'],
    [Number.NaN, 'NaN'],
    [Infinity, 'Infinity'],
    [2 ** 53, '9007199254740992'],
    ['404', 'a string'],
    [null, 'an object'],
    [1n, 'a bigint'],
  ])('rejects a code that is not an integer: %p', (code, shown) => {
    const options = { code } as RequestErrorOptions;
    expect(thrownBy(() => new RequestError('a', options))).toEqual(
      new TypeError(`RequestError: code is ${shown}. Use an integer, or omit code to use -32603.`),
    );
  });

  test('rejects a reserved code in a subclass', () => {
    class Closed extends RequestError {
      constructor() {
        super('Closed', { code: -32_042 });
      }
    }
    expect(thrownBy(() => new Closed())).toEqual(reserved(-32_042));
    expect(thrownBy(() => new InputRequiredError('a', 'b', [], { code: -32_042 }))).toEqual(reserved(-32_042));
    expect(new NotFoundError('resource', 'a:b').code).toBe(-32_602);
  });
});

test('Runtime logs an error that a prompt creates with a reserved code', async () => {
  const log: unknown[] = [];
  const logger = { warn: () => {}, error: (line: string, cause?: unknown) => log.push(line, cause) };
  const render = () => {
    throw new RequestError('Open the page', { code: -32_042, data: { elicitations: [] } });
  };
  const runtime = new Runtime({ prompts: [definePrompt({ name: 'p', render })], logger });
  const error = await runtime.prompts.get({ name: 'p' }).catch((refusal: unknown) => refusal);
  expect(error).toEqual(new InternalError('p', 'failed'));
  expect(log).toEqual([`Prompt "p" failed [${(error as InternalError).id}]`, reserved(-32_042)]);
});
