import { describe, expect, test } from '@jest/globals';
import { definePrompt, RequestError, type Logger, Runtime, ResourceReader, type RequestContext } from '@cuecard/core';
import { throwing } from './support/throwing.ts';
import { promptClass } from './support/prompts.ts';

class Broken extends ResourceReader {
  override async read(): Promise<never> {
    throw new Error('secret of the reader');
  }
}

const failing = definePrompt({
  name: 'failing',
  render() {
    throw new Error('secret of the prompt');
  },
});
const talking = definePrompt({
  name: 'talking',
  render(_: object, context: RequestContext) {
    for (const level of ['debug', 'info', 'warning', 'error'] as const) context.log(level, 'hello', { some: 'data' });
    return 'Hello.';
  },
});
const doubtful = definePrompt({
  name: 'doubtful',
  visible: throwing(new Error('secret of the rule')),
  render: () => '',
});
const untidy = definePrompt({
  name: 'untidy',
  render(_: object, context: RequestContext) {
    context.defer(throwing(new Error('secret of the cleanup')));
    return 'Hello.';
  },
});
const old = definePrompt({ name: 'old', deprecated: 'Use another', render: () => 'Hello.' });
const raw = definePrompt({ name: 'raw', args: [{ name: 'code' }], render: ({ code }) => `${code as string}` });

const ID = expect.stringMatching(/^[0-9a-f-]{36}$/);
const hello = { messages: [{ role: 'user', content: { type: 'text', text: 'Hello.' } }] };
const internal = { message: 'Internal error', code: -32603, data: { id: ID } };

const fail = throwing(new Error('secret of the logger'));
const reject = () => Promise.reject(new Error('secret of the logger'));
const all = (method: () => unknown) => ({ error: method, warn: method, info: method, debug: method }) as Logger;

const seen = (answer: Promise<unknown>) =>
  answer.catch(({ message, code, data }: RequestError) => ({ message, code, data }));

describe.each<[string, Logger]>([
  ['throws', all(fail)],
  ['returns rejected promises', all(reject)],
  [
    'throws on property access',
    new Proxy(
      all(() => {}),
      { get: fail },
    ),
  ],
])('Runtime with a logger that %s', (_, logger) => {
  const resources = new Broken();
  const runtime = new Runtime({
    prompts: [failing, talking, doubtful, untidy, old, raw],
    resources,
    logger,
    select: () => fail(),
  });

  test.each<[string, () => Promise<unknown>, unknown]>([
    ['a prompt that fails', () => runtime.prompts.get({ name: 'failing' }), internal],
    ['a prompt that logs', () => runtime.prompts.get({ name: 'talking' }), hello],
    [
      'a prompt whose `visible` fails',
      () => runtime.prompts.get({ name: 'doubtful' }),
      { message: 'Unknown prompt "doubtful"', code: -32602, data: { prompt: 'doubtful' } },
    ],
    ['a prompt whose cleanup fails', () => runtime.prompts.get({ name: 'untidy' }), hello],
    ['a deprecated prompt', () => runtime.prompts.get({ name: 'old' }), hello],
    ['a resource that fails', () => runtime.resources?.read({ uri: 'a:b' }) ?? Promise.resolve(), internal],
    [
      'a client that cannot be notified',
      () => runtime.prompts.get({ name: 'talking' }, { log: fail, progress: fail }),
      hello,
    ],
  ])('returns the usual result or error for %s', async (__, ask, answer) => {
    expect(await seen(ask())).toEqual(answer);
  });

  test('does not throw when an adapter logs to runtime.logger', () => {
    expect(() => runtime.logger.error('a', new Error('b'))).not.toThrow();
    expect(() => runtime.logger.warn('a')).not.toThrow();
  });

  test('omits faulty definitions at start-up', () => {
    const Nameless = promptClass('Nameless', '', { name: 'no name at all' });

    const isolating = new Runtime({ prompts: [Nameless], onFault: 'isolate', logger });
    expect(isolating.faults).toHaveLength(1);
  });
});

test('Runtime calls methods of the logger with the logger as `this`', async () => {
  class Lines {
    readonly lines: unknown[] = [];

    error(...line: unknown[]) {
      this.lines.push(line);
    }

    warn(...line: unknown[]) {
      this.lines.push(line);
    }
  }

  const logger = new Lines();
  const runtime = new Runtime({ prompts: [talking], logger });
  await runtime.prompts.get({ name: 'talking' });
  expect(logger.lines).toEqual([
    ['Prompt "talking": hello', { some: 'data' }],
    ['Prompt "talking": hello', { some: 'data' }],
  ]);
});

test.each([
  ['a\nb', 'a\\u000ab'],
  ['a\r\n[error] b', 'a\\u000d\\u000a[error] b'],
  ['a\u001b[2Jb', 'a\\u001b[2Jb'],
  ['a\u009b2Jb', 'a\\u009b2Jb'],
  ['a\u2028b\u2029c', 'a\\u2028b\\u2029c'],
  ['a\u202eb\u2066c\u200fd', 'a\\u202eb\\u2066c\\u200fd'],
  ['a é 漢 👩‍💻 b', 'a é 漢 👩‍💻 b'],
])('Runtime escapes line breaks and invisible characters in the log: %j', async (foreign, escaped) => {
  const lines: unknown[] = [];
  const write = (line: string) => void lines.push(line);
  const logger = { error: write, warn: write, info: write };
  const interceptors = [fail];
  const runtime = new Runtime({ prompts: [talking], logger, interceptors });
  await seen(runtime.prompts.get({ name: foreign }));
  const ids = / \[[0-9a-f-]{36}\]$/;
  expect(lines.map((line) => String(line).replace(ids, ''))).toEqual([`Prompt "${escaped}" failed in an interceptor`]);
});
