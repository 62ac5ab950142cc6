import { definePrompt, type Interceptor, type Definition, Registry, Runtime } from '@cuecard/core';
import { describe, expect, jest, test } from '@jest/globals';
import { notified, useFakeTime } from '../../../build/jest/fake-time.ts';
import { throwing } from './support/throwing.ts';
import { promptClass } from './support/prompts.ts';

const logged: unknown[][] = [];
const logger = { error: (...line: unknown[]) => void logged.push(line), warn: () => {} };

const One = promptClass('One', 'one', { description: 'One' });
const Two = promptClass('Two', 'two');
const [one, both, none] = [new Registry([One]), new Registry([One, Two]), new Registry([])];
const reviews = (...more: Definition[]) =>
  new Registry([version('1.0.0', ['production']), version('2.0.0', ['beta']), ...more]);
const visible = () => true;

function version(number: string, labels: string[] = []): Definition {
  return definePrompt({ name: 'review', version: number, labels, render: () => number });
}

function listening(runtime: Runtime) {
  let notifications = 0;
  const stop = runtime.onListChanged(() => (notifications += 1));
  return { stop, count: () => notifications };
}

useFakeTime();

describe('Runtime.onListChanged', () => {
  const ruled = new Registry([definePrompt({ name: 'one', description: 'One', visible, render: () => '' })]);
  const offered = (asTool: boolean) => new Registry([definePrompt({ name: 'one', asTool, render: () => '' })]);
  const choosing = { select: () => undefined };
  const relabelled = new Registry([version('1.0.0', ['beta']), version('2.0.0', ['production'])]);

  test.each<[string, number, { from: Registry; to: (from: Registry) => Registry; select?: () => undefined }]>([
    ['an added prompt', 1, { from: one, to: () => both }],
    ['a removed prompt', 1, { from: one, to: () => none }],
    ['the same registry', 0, { from: both, to: (from) => from }],
    ['the same prompts in another order', 0, { from: both, to: () => new Registry([Two, One]) }],
    ['a new visibility rule', 1, { from: one, to: () => ruled }],
    ['a prompt that becomes a tool', 1, { from: offered(false), to: () => offered(true) }],
    ['a higher version', 1, { from: reviews(), to: (from) => from.with(version('3.0.0')) }],
    ['a lower version', 0, { from: reviews(), to: (from) => from.with(version('0.1.0')) }],
    [
      'a lower version that may be chosen',
      1,
      { from: reviews(), to: (from) => from.with(version('0.1.0')), ...choosing },
    ],
    ['a prerelease', 0, { from: reviews(), to: (from) => from.with(version('3.0.0-rc.1')) }],
    ['a label that chooses nothing', 0, { from: reviews(), to: () => relabelled }],
    ['a label that may choose', 1, { from: reviews(), to: () => relabelled, ...choosing }],
    ['the same labels', 0, { from: reviews(), to: () => reviews(), ...choosing }],
    [
      'a label of the only version',
      0,
      {
        from: new Registry([version('1.0.0')]),
        to: () => new Registry([version('1.0.0', ['beta'])]),
        ...choosing,
      },
    ],
  ])('notifies as often as expected after %s: %d', async (_, notifications, { from, to, ...options }) => {
    const runtime = new Runtime({ prompts: from, logger, ...options });
    const { count } = listening(runtime);
    runtime.replace(to(from));
    await notified();
    expect(count()).toBe(notifications);
  });

  test('notifies about a change and its reversal only if clients listed prompts in between', async () => {
    const runtime = new Runtime({ prompts: one, logger });
    const { count } = listening(runtime);
    runtime.replace(both);
    runtime.replace(one);
    await notified();
    expect(count()).toBe(0);
    runtime.replace(both);
    await runtime.prompts.list();
    runtime.replace(one);
    await notified();
    expect(count()).toBe(1);
  });
});

describe('Runtime.onListChanged listener', () => {
  test('is not notified after its removal, and leaves no timer', async () => {
    const runtime = new Runtime({ prompts: one, logger });
    const before = jest.getTimerCount();
    const { stop, count } = listening(runtime);
    expect(jest.getTimerCount()).toBe(before);
    runtime.replace(both);
    stop();
    stop();
    expect(jest.getTimerCount()).toBe(before);
    await notified();
    expect(count()).toBe(0);
  });

  test('is notified only of changes after its registration', async () => {
    const runtime = new Runtime({ prompts: one, logger });
    runtime.replace(both);
    const { count, stop } = listening(runtime);
    await notified();
    expect(count()).toBe(0);
    runtime.replace(one);
    await notified();
    expect(count()).toBe(1);
    stop();
    runtime.replace(both);
    const again = listening(runtime);
    await notified();
    runtime.replace(none);
    await notified();
    expect([count(), again.count()]).toEqual([1, 1]);
  });

  test('may remove and add listeners during its call', async () => {
    const runtime = new Runtime({ prompts: one, logger });
    const calls: string[] = [];
    const stops: (() => void)[] = [];
    const listen = () => {
      calls.push('again');
      stops.shift()?.();
      stops.push(runtime.onListChanged(listen));
      other();
    };
    stops.push(runtime.onListChanged(listen));
    const other = runtime.onListChanged(() => calls.push('other'));
    runtime.replace(both);
    await notified();
    expect(calls).toEqual(['again']);
  });

  test('does not block other listeners when it fails', async () => {
    const rejected: unknown[] = [];
    const reject = (error: unknown) => void rejected.push(error);
    process.on('unhandledRejection', reject);
    const runtime = new Runtime({ prompts: one, logger });
    runtime.onListChanged(throwing(new Error('at once')));
    runtime.onListChanged(() => Promise.reject(new Error('later')) as never);
    const { count } = listening(runtime);
    runtime.replace(both);
    await notified();
    process.off('unhandledRejection', reject);
    expect([count(), rejected]).toEqual([1, []]);
    expect(logged).toEqual(
      ['at once', 'later'].map((problem) => ['A listener for changes of the prompt list failed', new Error(problem)]),
    );
  });
});

describe('Runtime.replace', () => {
  test('finishes pending requests with the old registry, including errors', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const hold: Interceptor = async (_, next) => {
      await released;
      return next();
    };
    const runtime = new Runtime({ prompts: one, interceptors: [hold], logger });
    const requests = [
      runtime.prompts.list(),
      runtime.prompts.get({ name: 'one' }),
      runtime.prompts.get({ name: 'ona' }),
      runtime.prompts.render(Two, {}),
    ];
    const answers = Promise.allSettled(requests);
    runtime.replace(new Registry([Two]));
    release();
    expect(await answers).toMatchObject([
      { value: { prompts: [{ name: 'one' }] } },
      { value: { messages: [{ content: { text: 'one' } }] } },
      { reason: { message: 'Unknown prompt "ona"; did you mean "one"?' } },
      { reason: { message: 'Unknown prompt "Two"' } },
    ]);
    expect(await runtime.prompts.get({ name: 'two' })).toMatchObject({ messages: [{ content: { text: 'two' } }] });
  });
});
