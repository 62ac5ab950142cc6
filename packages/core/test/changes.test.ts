import { setTimeout as sleep } from 'node:timers/promises';
import {
  definePrompt,
  type Interceptor,
  Prompt,
  type Definition,
  type PromptHandler,
  Registry,
  Runtime,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';

const logged: unknown[][] = [];
const logger = { error: (...line: unknown[]) => void logged.push(line), warn: () => {} };
/** Longer than changes are collected into one notice. */
const settled = () => sleep(120);

@Prompt({ description: 'One' })
class One implements PromptHandler {
  render = () => 'one';
}
@Prompt()
class Two implements PromptHandler {
  render = () => 'two';
}
const [one, both, none] = [new Registry([One]), new Registry([One, Two]), new Registry([])];
const reviews = (...more: Definition[]) =>
  new Registry([version('1.0.0', ['production']), version('2.0.0', ['beta']), ...more]);
const visible = () => true;

function version(number: string, labels: string[] = []): Definition {
  return definePrompt({ name: 'review', version: number, labels, render: () => number });
}

function listening(runtime: Runtime) {
  let notices = 0;
  const stop = runtime.onListChanged(() => (notices += 1));
  return { stop, count: () => notices };
}

const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

describe('a notice of change', () => {
  const ruled = new Registry([definePrompt({ name: 'one', description: 'One', visible, render: () => '' })]);
  const offered = (asTool: boolean) => new Registry([definePrompt({ name: 'one', asTool, render: () => '' })]);
  const choosing = { select: () => undefined };
  const move = (label: string, to: string) => (from: Registry) => from.withLabel(label, to);

  test.each<[string, number, { from: Registry; to: (from: Registry) => Registry; select?: () => undefined }]>([
    ['a prompt that comes', 1, { from: one, to: () => both }],
    ['a prompt that goes', 1, { from: one, to: () => none }],
    ['the same registry', 0, { from: both, to: (from) => from }],
    ['the same prompts, listed otherwise', 0, { from: both, to: () => new Registry([Two, One]) }],
    ['another rule', 1, { from: one, to: () => ruled }],
    ['a prompt that becomes a tool', 1, { from: offered(false), to: () => offered(true) }],
    ['a higher version', 1, { from: reviews(), to: (from) => from.with(version('3.0.0')) }],
    ['a lower version', 0, { from: reviews(), to: (from) => from.with(version('0.1.0')) }],
    [
      'a lower version that may be chosen',
      1,
      { from: reviews(), to: (from) => from.with(version('0.1.0')), ...choosing },
    ],
    ['a prerelease', 0, { from: reviews(), to: (from) => from.with(version('3.0.0-rc.1')) }],
    ['a label that chooses nothing', 0, { from: reviews(), to: move('production', 'review@2.0.0') }],
    ['a label that may choose', 1, { from: reviews(), to: move('production', 'review@2.0.0'), ...choosing }],
    ['a label moved to where it was', 0, { from: reviews(), to: move('production', 'review@1.0.0'), ...choosing }],
    [
      'a label of the only version',
      0,
      { from: reviews().without(['review@2.0.0']), to: move('beta', 'review@1.0.0'), ...choosing },
    ],
  ])('of %s: %d', async (_, notices, { from, to, ...options }) => {
    const runtime = new Runtime({ prompts: from, logger, ...options });
    const { count } = listening(runtime);
    runtime.replace(to(from));
    await settled();
    expect(count()).toBe(notices);
  });

  test('comes once of changes that come together, and of the next ones again', async () => {
    const runtime = new Runtime({ prompts: one, logger });
    const { count } = listening(runtime);
    for (let time = 0; time < 100; time += 1) runtime.replace(time % 2 === 0 ? both : none);
    expect(count()).toBe(0);
    await settled();
    expect(count()).toBe(1);
    runtime.replace(both);
    await settled();
    expect(count()).toBe(2);
  });

  test('comes of a change that is taken back only when somebody has listed it meanwhile', async () => {
    const runtime = new Runtime({ prompts: one, logger });
    const { count } = listening(runtime);
    runtime.replace(both);
    runtime.replace(one);
    await settled();
    expect(count()).toBe(0);
    runtime.replace(both);
    await runtime.prompts.list();
    runtime.replace(one);
    await settled();
    expect(count()).toBe(1);
  });
});

describe('a listener', () => {
  test('that has been taken away is not told, and leaves no timer', async () => {
    const runtime = new Runtime({ prompts: one, logger });
    const before = timers();
    const { stop, count } = listening(runtime);
    expect(timers()).toBe(before);
    runtime.replace(both);
    stop();
    stop();
    expect(timers()).toBe(before);
    await settled();
    expect(count()).toBe(0);
  });

  test('that comes later is told of what changes from then on', async () => {
    const runtime = new Runtime({ prompts: one, logger });
    runtime.replace(both);
    const { count, stop } = listening(runtime);
    await settled();
    expect(count()).toBe(0);
    runtime.replace(one);
    await settled();
    expect(count()).toBe(1);
    stop();
    runtime.replace(both);
    const again = listening(runtime);
    await settled();
    runtime.replace(none);
    await settled();
    expect([count(), again.count()]).toEqual([1, 1]);
  });

  test('may take itself or another away, and add another, while it is told', async () => {
    const runtime = new Runtime({ prompts: one, logger });
    const told: string[] = [];
    const stops: (() => void)[] = [];
    const listen = () => {
      told.push('again');
      stops.shift()?.();
      stops.push(runtime.onListChanged(listen));
      other();
    };
    stops.push(runtime.onListChanged(listen));
    const other = runtime.onListChanged(() => told.push('other'));
    runtime.replace(both);
    await settled();
    expect(told).toEqual(['again']);
  });

  test('that fails, at once or later, keeps it from nobody, and is logged', async () => {
    const rejected: unknown[] = [];
    const reject = (error: unknown) => void rejected.push(error);
    process.on('unhandledRejection', reject);
    const runtime = new Runtime({ prompts: one, logger });
    runtime.onListChanged(() => {
      throw new Error('at once');
    });
    runtime.onListChanged(() => Promise.reject(new Error('later')) as never);
    const { count } = listening(runtime);
    runtime.replace(both);
    await settled();
    process.off('unhandledRejection', reject);
    expect([count(), rejected]).toEqual([1, []]);
    expect(logged).toEqual(
      ['at once', 'later'].map((problem) => ['A listener for changes of the prompt list failed', new Error(problem)]),
    );
  });
});

describe('a request in flight', () => {
  test('finishes on the registry that it began with, what it is refused with included', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const hold: Interceptor = async (_, next) => {
      await released;
      return next();
    };
    const runtime = new Runtime({ prompts: one, interceptors: [hold], logger });
    const asked = [
      runtime.prompts.list(),
      runtime.prompts.get({ name: 'one' }),
      runtime.prompts.get({ name: 'ona' }),
      runtime.prompts.render(Two, {}),
    ];
    const answers = Promise.allSettled(asked);
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
