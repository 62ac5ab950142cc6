import { describe, expect, jest, test } from '@jest/globals';
import {
  Arg,
  InvalidArgumentsError,
  type Interceptor,
  NotFoundError,
  type RequestContext,
  RequestError,
  Runtime,
  type RuntimeOptions,
  Tool,
} from '@cuecard/core';
import { throwing } from './support/throwing.ts';

/** A runtime with one tool, and the lines that it logs. */
function failing(work: (context: RequestContext) => unknown, options: RuntimeOptions = {}) {
  @Tool({ name: 'fail' })
  class Fail {
    call = async (_args: object, context: RequestContext) => (await work(context)) as string;
  }
  const logged: unknown[][] = [];
  const logger = { error: (...line: unknown[]) => logged.push(line), warn: () => {} };
  return { runtime: new Runtime({ tools: [Fail], logger, ...options }), Fail, logged };
}

const ID = /^[0-9a-f-]{36}$/;

describe('Runtime.tools.call of a tool that fails', () => {
  test('returns message and data of a RequestError in every revision', async () => {
    const { runtime, logged } = failing(throwing(new RequestError('Sold out', { code: 409, data: { article: 'a' } })));
    for (const revision of ['2024-11-05', '2025-06-18', '2025-11-25', '2026-07-28']) {
      expect(await runtime.tools.call({ name: 'fail' }, { client: { revision } })).toEqual({
        content: [{ type: 'text', text: 'Sold out' }],
        isError: true,
        _meta: { 'dev.cuecard/error': { code: 409, data: { article: 'a' } } },
      });
    }
    expect(logged).toEqual([]);
  });

  test('returns an error id for any error except a RequestError, and logs the cause', async () => {
    const cause = new Error('secret');
    const { runtime, logged } = failing(throwing(cause));
    const answer = await runtime.tools.call({ name: 'fail' });
    const { id } = ((answer._meta ?? {})['dev.cuecard/error'] as { data: { id: string } }).data;
    expect(id).toMatch(ID);
    expect(answer).toEqual({
      content: [{ type: 'text', text: `Internal error (${id})` }],
      isError: true,
      _meta: { 'dev.cuecard/error': { code: -32603, data: { id } } },
    });
    expect(logged).toEqual([[`Tool "fail" failed [${id}]`, cause]]);
  });

  test('returns isError if the tool cannot be constructed', async () => {
    const { runtime } = failing(() => 'never', { resolver: throwing(new Error('no database')) });
    expect(await runtime.tools.call({ name: 'fail' })).toMatchObject({ isError: true });
  });

  test('returns isError after limits.callMs', async () => {
    const { runtime } = failing(({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', reject)), {
      limits: { callMs: 20 },
    });
    expect(await runtime.tools.call({ name: 'fail' })).toEqual({
      content: [{ type: 'text', text: 'Tool "fail" did not answer within 20 ms' }],
      isError: true,
      _meta: { 'dev.cuecard/error': { code: -32603, data: { tool: 'fail', limitMs: 20 } } },
    });
  });

  test('returns isError if a resource is missing', async () => {
    const { runtime } = failing(throwing(new NotFoundError('resource', 'a://b')));
    expect(await runtime.tools.call({ name: 'fail' })).toMatchObject({
      content: [{ type: 'text', text: 'No resource at "a://b"' }],
      isError: true,
    });
  });

  test('returns an internal error if the tool calls another tool with invalid arguments', async () => {
    const { runtime } = failing(throwing(new InvalidArgumentsError('tool', 'other', [])));
    expect(await runtime.tools.call({ name: 'fail' })).toMatchObject({
      content: [{ text: expect.stringMatching(/^Internal error \(/) }],
      isError: true,
    });
  });

  test('returns isError if the user declines or the client shows no forms', async () => {
    class Confirmation {
      @Arg() sure!: boolean;
    }
    const { runtime } = failing((context) => context.ask(Confirmation, 'Sure?'));
    const capabilities = { elicitation: { form: {} } };
    const elicit = async () => ({ action: 'decline' as const });
    expect(
      await runtime.tools.call({ name: 'fail' }, { client: { revision: '2025-11-25', capabilities }, elicit }),
    ).toMatchObject({
      content: [{ text: 'Tool "fail" needs more input, but the user declined to give it: sure is required' }],
      isError: true,
    });
    expect(await runtime.tools.call({ name: 'fail' }, { client: { revision: '2025-11-25' } })).toMatchObject({
      content: [
        { text: 'Tool "fail" needs more input, but this client does not support elicitation: sure is required' },
      ],
      isError: true,
    });
    await expect(runtime.tools.call({ name: 'fail' }, { client: { revision: '2026-07-28' } })).rejects.toMatchObject({
      code: -32021,
      data: { requiredCapabilities: { elicitation: { form: {} } } },
    });
  });

  test('makes Runtime.tools.run reject with the original error', async () => {
    const error = new RequestError('Sold out');
    const { runtime, Fail } = failing(throwing(error));
    await expect(runtime.tools.run(Fail, {})).rejects.toBe(error);
  });

  test('makes next() of interceptors reject with an InternalError', async () => {
    const seen = jest.fn();
    const watch: Interceptor = (_call, next) =>
      next().catch((error: unknown) => {
        seen((error as Error).name);
        throw error;
      });
    const { runtime } = failing(throwing(new Error('secret')), { interceptors: [watch] });
    expect(await runtime.tools.call({ name: 'fail' })).toMatchObject({ isError: true });
    expect(seen.mock.calls).toEqual([['InternalError']]);
  });
});

describe('Runtime.tools.call before the tool runs', () => {
  test('rejects unknown tools in every revision, and invalid names', async () => {
    const { runtime } = failing(() => 'never');
    for (const revision of ['2024-11-05', '2025-11-25', '2026-07-28']) {
      await expect(runtime.tools.call({ name: 'fial' }, { client: { revision } })).rejects.toMatchObject({
        message: 'Unknown tool "fial"; did you mean "fail"?',
        code: -32602,
        data: { tool: 'fial', suggestion: 'fail' },
      });
    }
    for (const params of [undefined, null, {}, { name: 5 }, { name: null, arguments: 5 }])
      await expect(runtime.tools.call(params as never)).rejects.toMatchObject({
        message: 'The name of a tool must be a string',
        code: -32602,
      });
  });

  test('rejects with the error of an interceptor or `prepare`', async () => {
    const refuse = throwing(new RequestError('Too many', { code: 429 }));
    for (const options of [{ interceptors: [refuse] }, { prepare: refuse }])
      await expect(failing(() => 'never', options).runtime.tools.call({ name: 'fail' })).rejects.toMatchObject({
        message: 'Too many',
        code: 429,
      });
    const broken = failing(() => 'never', { interceptors: [throwing(new Error('secret'))] });
    await expect(broken.runtime.tools.call({ name: 'fail' })).rejects.toMatchObject({
      message: 'Internal error',
      code: -32603,
    });
  });

  test('returns isError if an interceptor rejects the arguments', async () => {
    const refusal = new InvalidArgumentsError('tool', 'fail', [
      { argument: '', rule: 'maxLength', message: 'the arguments together must be at most 5 characters long' },
    ]);
    const { runtime } = failing(() => 'never', { interceptors: [throwing(refusal)] });
    expect(await runtime.tools.call({ name: 'fail' })).toMatchObject({
      content: [
        {
          text: 'Invalid arguments for tool "fail". Fix them and call it again:\n- the arguments together must be at most 5 characters long',
        },
      ],
      isError: true,
    });
  });

  test('rejects with the reason of the caller when aborted', async () => {
    const { runtime } = failing(({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', reject)));
    const cancel = new AbortController();
    const answer = runtime.tools.call({ name: 'fail' }, { signal: cancel.signal });
    cancel.abort('no longer needed');
    await expect(answer).rejects.toBe('no longer needed');
  });
});

describe('RequestContext of a tool', () => {
  test('asks the user, reports progress, logs and exposes the caller', async () => {
    class Confirmation {
      @Arg({ description: 'Whether to go on' }) sure!: boolean;
    }
    const { runtime } = failing(async (context) => {
      context.progress(1, 2, 'half');
      context.log('info', 'working');
      const { sure } = await context.ask(Confirmation, 'Sure?');
      return `${sure} ${context.auth?.principal} ${context.meta['a']}`;
    });
    const progress = jest.fn();
    const log = jest.fn();
    const elicit = jest.fn(async () => ({ action: 'accept' as const, content: { sure: 'true' } }));
    const auth = { principal: 'ann', scopes: [] };
    const client = { revision: '2025-11-25', capabilities: { elicitation: {} } };
    const answer = await runtime.tools.call(
      { name: 'fail' },
      { progress, log, elicit: elicit as never, auth, client, meta: { a: 1 } },
    );
    expect(answer).toEqual({ content: [{ type: 'text', text: 'true ann 1' }] });
    expect(progress.mock.calls).toEqual([[1, 2, 'half']]);
    expect(log.mock.calls).toEqual([['info', 'working', undefined]]);
    expect(elicit.mock.calls.length).toBe(1);
  });
});
