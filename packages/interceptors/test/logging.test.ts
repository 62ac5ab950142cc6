import { Arg, definePrompt, RequestError, NotFoundError } from '@cuecard/core';
import { type CallLogger, type CallRecord, logging } from '@cuecard/interceptors';
import { describe, expect, jest, test } from '@jest/globals';
import { IsInt, MaxLength } from 'class-validator';
import { pino } from 'pino';
import { refusal, review, runtimeWith, styleOf } from './support/runtime.ts';

function collecting() {
  const records: [string, CallRecord, string][] = [];
  const logger: CallLogger = {
    info: (record, message) => void records.push(['info', record, message]),
    error: (record, message) => void records.push(['error', record, message]),
  };
  return { records, logger };
}

const durationMs = expect.any(Number);

describe('logging', () => {
  test('writes one record for each call, without argument values', async () => {
    const { records, logger } = collecting();
    const { runtime } = runtimeWith([logging({ logger })]);
    await runtime.prompts.get(
      { name: 'review', arguments: { code: 'my secret', style: 'brief' } },
      {
        requestId: 7,
        sessionId: 's1',
        client: { revision: '2025-06-18', name: 'desk' },
        auth: { principal: 'alice', scopes: ['read'], claims: { token: 'abc' } },
      },
    );
    expect(records).toEqual([
      [
        'info',
        {
          method: 'prompts/get',
          prompt: 'review',
          version: '1.2.0',
          requestId: 7,
          sessionId: '6LwWPILu4YczKIx9', // The record has a digest, because the id itself gives access.
          client: 'desk',
          principal: 'alice',
          arguments: { code: '9 characters', style: '5 characters' },
          durationMs,
          outcome: 'ok',
        },
        'prompts/get',
      ],
    ]);
  });

  test('truncates strings that clients choose', async () => {
    const { records, logger } = collecting();
    const call = { requestId: `${'i'.repeat(64)}d`, client: { revision: '2025-06-18', name: `${'n'.repeat(64)}ame` } };
    await runtimeWith([logging({ logger })]).runtime.prompts.list({}, call);
    expect(records).toMatchObject([['info', { requestId: 'i'.repeat(64), client: 'n'.repeat(64) }, 'prompts/list']]);
  });

  test('records only the method of a list request', async () => {
    const { records, logger } = collecting();
    await runtimeWith([logging({ logger })]).runtime.prompts.list();
    expect(records).toEqual([['info', { method: 'prompts/list', durationMs, outcome: 'ok' }, 'prompts/list']]);
  });

  test('records the argument and the lengths of a completion', async () => {
    const { records, logger } = collecting();
    await runtimeWith([logging({ logger })]).runtime.complete(styleOf('st'));
    expect(records.map(([, record]) => record)).toEqual([
      {
        method: 'completion/complete',
        prompt: 'review',
        version: '1.2.0',
        arguments: { code: '11 characters', style: '2 characters' },
        durationMs,
        outcome: 'ok',
      },
    ]);
  });

  test('records an elicitation as input_required, not as an error', async () => {
    const { records, logger } = collecting();
    await refusal(runtimeWith([logging({ logger })]).runtime.prompts.get({ name: 'ask' }));
    expect(records).toEqual([
      [
        'info',
        { method: 'prompts/get', prompt: 'ask', arguments: {}, durationMs, outcome: 'input_required' },
        'prompts/get',
      ],
    ]);
  });

  test('names only declared arguments, not argument names that the client invented', async () => {
    const { records, logger } = collecting();
    const { runtime } = runtimeWith([logging({ logger })]);
    await refusal(
      runtime.prompts.get({ name: 'review', arguments: { code: 'x', ['my secret '.repeat(20)]: 'y', toString: 'z' } }),
    );
    expect(records[0]?.[1].arguments).toEqual({ code: '1 characters' });
  });

  test.each([[undefined], [null], ['text'], [['code']], [{ code: 7 }]])(
    'writes a record even if the arguments are %j',
    async (given) => {
      const { records, logger } = collecting();
      const { runtime } = runtimeWith([logging({ logger })]);
      expect(await refusal(runtime.prompts.get({ name: 'review', arguments: given as never }))).toMatchObject({
        code: -32602,
      });
      expect(records[0]?.[1]).toMatchObject({ prompt: 'review', outcome: -32602 });
    },
  );

  test('writes a record for any completion params', async () => {
    const { records, logger } = collecting();
    const { runtime } = runtimeWith([logging({ logger })]);
    await refusal(runtime.complete(undefined as never));
    await refusal(runtime.complete({ ref: { type: 'ref/prompt', name: 'review' }, argument: 7 } as never));
    expect(records.map(([, { outcome }]) => outcome)).toEqual([-32602, -32602]);
  });

  test('records the code and name of an error, without its message and cause', async () => {
    const { records, logger } = collecting();
    const { runtime } = runtimeWith([logging({ logger })], { limits: { renderMs: 30 } });
    await refusal(runtime.prompts.get({ name: 'refuse' }));
    await refusal(runtime.prompts.get({ name: 'nobody' }));
    await refusal(runtime.prompts.get({ name: 'fail' }));
    await refusal(runtime.prompts.get({ name: 'hang' }));
    expect(records.map(([level, { prompt, outcome, error }]) => [level, prompt, outcome, error])).toEqual([
      ['info', 'refuse', 1, { name: 'RequestError' }],
      ['info', undefined, -32602, { name: 'NotFoundError' }],
      ['error', 'fail', -32603, { name: 'InternalError' }],
      ['error', 'hang', -32603, { name: 'TimeoutError' }],
    ]);
    expect(JSON.stringify(records)).not.toMatch(/hunter2|Sundays|nobody/);
  });

  test('omits argument values that a prompt puts into an error message', async () => {
    const { records, logger } = collecting();
    const throwing = (name: string, error: (of: string) => Error) =>
      definePrompt<{ of: string }>({
        name,
        args: [{ name: 'of' }],
        render: ({ of }) => {
          throw error(of);
        },
      });
    const { runtime } = runtimeWith([logging({ logger })], {
      prompts: [
        throwing('resource', (of) => new NotFoundError('resource', of)),
        throwing('own', (of) => new RequestError(`${of} is blocked`, { data: { of } })),
        throwing('plain', (of) => new TypeError(of)),
      ],
    });
    for (const name of ['resource', 'own', 'plain'])
      await refusal(runtime.prompts.get({ name, arguments: { of: 'a-secret' } }));
    expect(records.map(([, { outcome, error }]) => [outcome, error])).toEqual([
      [-32602, { name: 'NotFoundError' }],
      [-32603, { name: 'RequestError' }],
      [-32603, { name: 'InternalError' }],
    ]);
    expect(JSON.stringify(records)).not.toContain('a-secret');
  });

  test('records the broken rules of declared arguments', async () => {
    class Stop {
      @Arg()
      @IsInt()
      nights!: number;
    }
    const { records, logger } = collecting();
    const trip = definePrompt({
      name: 'trip',
      args: [{ name: 'code', rules: [MaxLength(3)] }, { name: 'stops', items: Stop }, { name: 'my-style' }],
      render: () => 'x',
    });
    const { runtime } = runtimeWith([logging({ logger })], { prompts: [trip] });
    const stops = JSON.stringify([{ nights: 1.5 }, { nights: 2, 'a-secret': 1 }, { nights: 2.5 }]);
    await refusal(runtime.prompts.get({ name: 'trip', arguments: { code: 'a-secret', stops, 'another-secret': 'x' } }));
    await refusal(runtime.prompts.get({ name: 'trip', arguments: [] as never }));
    await refusal(
      runtime.prompts.get({ name: 'trip', arguments: { code: 'x', stops: '[]', 'my-style': 'x', 'a-secret': 'x' } }),
    );
    expect(records.map(([, { error }]) => error)).toEqual([
      {
        name: 'InvalidArgumentsError',
        errors: [
          { argument: 'code', rule: 'maxLength' },
          { argument: 'stops', rule: 'unknown' },
          { argument: 'stops', rule: 'isInt' },
          { argument: 'my-style', rule: 'isDefined' },
        ],
      },
      { name: 'InvalidArgumentsError', errors: [{ argument: '', rule: 'isObject' }] },
      { name: 'InvalidArgumentsError' },
    ]);
    expect(JSON.stringify(records)).not.toContain('secret');
  });

  test('does not declare the message of an error in the record type', () => {
    const read = ({ error }: CallRecord) => {
      const names: readonly string[] | undefined = error?.errors?.map(({ argument, rule }) => `${argument} ${rule}`);
      // @ts-expect-error -- it may quote an argument
      return [names, error?.message];
    };
    expect(read({ method: 'prompts/get', durationMs: 1, outcome: 1, error: { name: 'RequestError' } })).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('records the arguments that the user did not provide', async () => {
    class SeverityArgs {
      @Arg()
      severity!: string;
    }
    const { records, logger } = collecting();
    const asking = definePrompt({
      name: 'asking',
      render: async (_, context) => (await context.ask(SeverityArgs, 'How bad?')).severity,
    });
    await refusal(runtimeWith([logging({ logger })], { prompts: [asking] }).runtime.prompts.get({ name: 'asking' }));
    expect(records.map(([, { outcome, error }]) => [outcome, error])).toEqual([
      [-32602, { name: 'InputRequiredError', errors: [{ argument: 'severity', rule: 'isDefined' }] }],
    ]);
  });

  test('records a cancellation without its reason', async () => {
    const { records, logger } = collecting();
    const { runtime } = runtimeWith([logging({ logger })]);
    const controller = new AbortController();
    const answer = refusal(runtime.prompts.get({ name: 'hang' }, { signal: controller.signal }));
    controller.abort(new Error('password=hunter2'));
    await answer;
    expect(records.map(([level, record]) => [level, record])).toEqual([
      ['info', { method: 'prompts/get', prompt: 'hang', arguments: {}, durationMs, outcome: 'cancelled' }],
    ]);
  });

  test('writes records with pino', async () => {
    const lines: string[] = [];
    const logger = pino({ base: null }, { write: (line: string) => void lines.push(line) });
    const { runtime } = runtimeWith([logging({ logger })]);
    await runtime.prompts.get(review('x'));
    await refusal(runtime.prompts.get({ name: 'fail' }));
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({ level: 30, msg: 'prompts/get', prompt: 'review', arguments: { code: '1 characters' } }),
      expect.objectContaining({ level: 50, msg: 'prompts/get', prompt: 'fail', outcome: -32603 }),
    ]);
  });

  test('escapes line breaks and control characters of client names', async () => {
    const lines: unknown[] = [];
    const stderr = jest.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(line) > 0);
    try {
      const name = 'a\n\u001b[2Jb\u009b2Jc\u2028d\u202ee';
      await runtimeWith([logging()]).runtime.prompts.list({}, { client: { revision: '2025-06-18', name } });
      await new Promise(setImmediate);
      expect(lines).toEqual([expect.stringContaining('"client":"a\\n\\u001b[2Jb\\u009b2Jc\\u2028d\\u202ee"')]);
      expect(JSON.parse(String(lines[0]))).toMatchObject({ client: name });
    } finally {
      stderr.mockRestore();
    }
  });

  test('writes a line of JSON to stderr by default, never to stdout', async () => {
    const lines: unknown[] = [];
    const stderr = jest.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(line) > 0);
    const stdout = jest.spyOn(process.stdout, 'write');
    try {
      await runtimeWith([logging()]).runtime.prompts.get(review('line\nbreak'));
      expect(lines.length).toBe(1);
      expect(lines[0]).toMatch(/^\{.*\}\n$/);
      expect(JSON.parse(String(lines[0]))).toEqual({
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        level: 'info',
        message: 'prompts/get',
        method: 'prompts/get',
        prompt: 'review',
        version: '1.2.0',
        arguments: { code: '10 characters' },
        durationMs,
        outcome: 'ok',
      });
      expect(stdout).not.toHaveBeenCalled();
    } finally {
      stderr.mockRestore();
      stdout.mockRestore();
    }
  });

  test('does not fail a request if the logger fails, and reports the failure', async () => {
    const broken = () => {
      throw new Error('disk full');
    };
    const { runtime, log } = runtimeWith([logging({ logger: { info: broken, error: broken } })]);
    expect((await runtime.prompts.get(review('x'))).messages.length).toBe(1);
    await new Promise(setImmediate);
    expect(log).toEqual([['Prompt "review" failed to clean up', new Error('disk full')]]);
  });
});
