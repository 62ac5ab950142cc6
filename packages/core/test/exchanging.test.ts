import {
  defineClass,
  type Definition,
  definePack,
  type Interceptor,
  mount,
  type PromptClass,
  Registry,
  type Resolver,
  Runtime,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { notified, useFakeTime } from '../../../build/jest/fake-time.ts';
import { promptClass } from './support/prompts.ts';
import { definitionFaults, faultAt } from './support/faults.ts';

const logger = { error() {}, warn() {} };

async function texts(registry: Registry): Promise<Record<string, unknown>> {
  const runtime = new Runtime({ prompts: registry, logger });
  const got = registry.list().map(async ({ name, version }) => {
    const requested = version === undefined ? name : `${name}@${version}`;
    const { messages } = await runtime.prompts.get({ name: requested });
    return [requested, (messages[0]?.content as { text: string } | undefined)?.text];
  });
  return Object.fromEntries(await Promise.all(got));
}

describe('Registry.exchange', () => {
  test('replaces classes by name, adds new ones and removes others', async () => {
    const [review, removed, stays] = [
      promptClass('Review', 'old'),
      promptClass('Gone', 'gone'),
      promptClass('Stays', 'same'),
    ];
    const registry = new Registry([review, removed, stays]);
    const next = registry.exchange([review, removed], [promptClass('Review', 'new'), promptClass('Added', 'added')]);
    expect(await texts(next)).toEqual({ review: 'new', added: 'added', stays: 'same' });
    expect(await texts(registry)).toEqual({ review: 'old', gone: 'gone', stays: 'same' });
    expect(next.of(stays)).toBe(registry.of(stays));
  });

  test('replaces a class in every mount of its pack', async () => {
    const review = promptClass('Review', 'old');
    const inner = definePack({ name: 'inner', version: '1.0.0', prompts: [review] });
    const outer = definePack({ name: 'outer', version: '2.0.0', prompts: [mount(inner, { prefix: 'in' })] });
    const registry = new Registry([mount(outer, { prefix: 'a', scopes: ['a'] }), mount(outer, { prefix: 'b' })]);
    const next = registry.exchange([review], [promptClass('Review', 'new'), promptClass('Other', 'other')]);
    expect(next.list().map(({ name, version, owner }) => [name, version, owner])).toEqual([
      ['a_in_other', '1.0.0', 'outer/inner'],
      ['a_in_review', '1.0.0', 'outer/inner'],
      ['b_in_other', '1.0.0', 'outer/inner'],
      ['b_in_review', '1.0.0', 'outer/inner'],
    ]);
    const runtime = new Runtime({ prompts: next, logger });
    expect((await runtime.prompts.list()).prompts.map(({ name }) => name)).toEqual(['b_in_other', 'b_in_review']);
    expect((await runtime.prompts.get({ name: 'b_in_review' })).messages[0]?.content).toMatchObject({ text: 'new' });
  });

  test('adds a new class to the pack of the old classes', () => {
    const review = promptClass('Review', 'old');
    const pack = definePack({ name: 'desk', version: '1.0.0', prompts: [review] });
    const next = new Registry([mount(pack, { prefix: 'desk' })]).exchange([review], [promptClass('Other', 'new')]);
    expect(next.names()).toEqual(['desk_other']);
  });

  test('rejects a name that another class has', async () => {
    const [mine, yours] = [promptClass('Mine', 'mine'), promptClass('Yours', 'yours')];
    const registry = new Registry([mine, yours]);
    const thief = promptClass('Mine', 'stolen', { name: 'yours' });
    expect(definitionFaults(() => registry.exchange([mine], [thief]))).toEqual([
      faultAt(
        'Mine',
        'name-taken',
        'and Yours are both named "yours"',
        'Give one of them another name, or each its own version',
      ),
    ]);
    expect(await texts(registry.exchange([mine], [promptClass('Mine', 'fixed')]))).toEqual({
      mine: 'fixed',
      yours: 'yours',
    });
  });

  test('reports every fault of the new classes without changing the registry', () => {
    const review = promptClass('Review', 'old');
    const registry = new Registry([review]);
    const faulty = [promptClass('Review', 'new', { name: 'no such name' }), class Plain {} as PromptClass];
    expect(definitionFaults(() => registry.exchange([review], faulty)).map(({ type }) => type)).toEqual([
      'Review',
      'Plain',
    ]);
    expect(registry.names()).toEqual(['review']);
  });
});

describe('Registry.exchange with scoped and changed packs', () => {
  const secret = (text = 'secret', className = 'Report', name = 'payroll') => promptClass(className, text, { name });
  const open = (text = 'open', className = 'Report', name = 'weather') => promptClass(className, text, { name });
  const listedIn = (registry: Registry, scopes: readonly string[] = []) =>
    new Runtime({ prompts: registry, logger }).prompts
      .list({}, { auth: { principal: 'ada', scopes: [...scopes] } })
      .then(({ prompts }) => prompts.map(({ name }) => name));
  const packOf = (name: string, ...prompts: PromptClass[]) => definePack({ name, version: '1.0.0', prompts });

  test('keeps the scopes of two packs with classes of the same name', async () => {
    const [payroll, weather] = [secret(), open()];
    const registry = new Registry([
      mount(packOf('admin', payroll), { prefix: 'admin', scopes: ['admin'] }),
      mount(packOf('open', weather), { prefix: 'open' }),
    ]);
    const next = registry.exchange([payroll, weather], [secret('new'), open('new')]);
    expect(await listedIn(next)).toEqual(['open_weather']);
    expect(await listedIn(next, ['admin'])).toEqual(['admin_payroll', 'open_weather']);
  });

  test('keeps scopes when a faulty class is fixed', async () => {
    const good = secret();
    const pack = mount(packOf('admin', good), { prefix: 'admin', scopes: ['admin'] });
    const broken = promptClass('Report', 'broken', { name: 'no such name' });
    const first = new Registry([pack, open('x', 'Other')], { onFault: 'isolate' });
    const second = first.exchange([good], [broken]);
    expect([second.names(), second.faults.length]).toEqual([['weather'], 1]);
    const third = second.exchange([broken], [secret('fixed')]);
    expect([await listedIn(third), await listedIn(third, ['admin']), third.faults]).toEqual([
      ['weather'],
      ['admin_payroll', 'weather'],
      [],
    ]);
  });

  test('keeps scopes of renamed classes when two packs change at once', async () => {
    const [payroll, weather] = [secret('old', 'PayrollReport'), open('old', 'Weather')];
    const registry = new Registry([mount(packOf('admin', payroll), { scopes: ['admin'] }), packOf('open', weather)]);
    const next = registry.exchange([payroll, weather], [secret('new', 'Payroll'), open('new', 'Weather2')]);
    expect([await listedIn(next), await listedIn(next, ['admin'])]).toEqual([['weather'], ['payroll', 'weather']]);
  });

  test('rejects a new class that could belong to two packs', () => {
    const [payroll, weather] = [secret('old', 'Payroll'), open('old', 'Weather')];
    const registry = new Registry([mount(packOf('admin', payroll), { scopes: ['admin'] }), packOf('open', weather)]);
    expect(
      definitionFaults(() => registry.exchange([payroll, weather], [promptClass('Added', 'new'), payroll, weather])),
    ).toEqual([
      faultAt(
        'Added',
        'exchange-ambiguous',
        'replaces no class, or several that are mounted differently',
        'Exchange the classes of one pack at a time, and keep the name of the class that it replaces',
      ),
    ]);
  });

  test('rejects the replacement of a class that is not registered', () => {
    const registry = new Registry([mount(packOf('admin', secret()), { scopes: ['admin'] })]);
    expect(definitionFaults(() => registry.exchange([open()], [open('new')])).map(({ where }) => where)).toEqual([
      'Report',
    ]);
    expect(registry.exchange([], [open('new')]).names()).toEqual(['payroll', 'weather']);
  });

  test('leaves out a fixed class that could belong to two packs', () => {
    const [payroll, weather] = [secret('old', 'Payroll'), open('old', 'Weather')];
    const registry = new Registry(
      [mount(packOf('admin', payroll), { scopes: ['admin'] }), mount(packOf('open', weather), { scopes: ['root'] })],
      { onFault: 'isolate' },
    );
    const broken = promptClass('New', 'broken', { name: 'no such name' });
    const next = registry.exchange([payroll, weather], [broken]).exchange([broken], [promptClass('New', 'fixed')]);
    expect([next.names(), next.faults.map(({ problem }) => problem)]).toEqual([
      [],
      ['replaces no class, or several that are mounted differently'],
    ]);
  });

  test('leaves out a fixed class when its mount has invalid options', () => {
    const broken = promptClass('Pay', 'broken', { name: 'pay', version: 'x' });
    const wrong = { scopess: ['admin'] } as unknown as { scopes: string[] };
    const registry = new Registry([mount(packOf('admin', broken), wrong)], { onFault: 'isolate' });
    const next = registry.exchange([broken], [promptClass('Pay', 'fixed', { name: 'pay' })]);
    const lines = next.faults.map(({ where, problem, remedy, id }) => `${where} ${problem}. ${remedy}. [${id}]`);
    expect([next.names(), lines]).toEqual([
      [],
      [
        'admin has the option "scopess", which does not exist. Write "scopes", or leave it out. [option-unknown]',
        'Pay belongs to admin, which is mounted with wrong options. Correct the options of the mount. [mount-invalid]',
      ],
    ]);
  });

  test('serves a fixed override, and no prompt while it is faulty', async () => {
    const broken = promptClass('Mine', 'broken', { name: 'payroll', version: 'x' });
    const registry = new Registry([mount(packOf('desk', secret()), { override: [broken] })], { onFault: 'isolate' });
    expect([registry.names(), registry.faults.length]).toEqual([[], 1]);
    const next = registry.exchange([broken], [promptClass('Mine', 'fixed', { name: 'payroll' })]);
    expect([await texts(next), next.faults]).toEqual([{ 'payroll@1.0.0': 'fixed' }, []]);
  });

  test('restores a fixed class in both mounts of its pack', () => {
    const old = secret();
    const pack = packOf('desk', old);
    const registry = new Registry([mount(pack, { prefix: 'a' }), mount(pack, { prefix: 'b' })], { onFault: 'isolate' });
    const broken = promptClass('Report', 'broken', { name: 'no such name' });
    const next = registry.exchange([old], [broken]).exchange([broken], [secret('fixed')]);
    expect([next.names(), next.faults]).toEqual([['a_payroll', 'b_payroll'], []]);
  });

  test('keeps the scopes and resolver of a bound class', async () => {
    const made: unknown[] = [];
    const resolver = ((type: new () => unknown) => (made.push(type), new type())) as Resolver;
    const [old, next] = [secret(), secret('new')];
    const registry = new Registry([defineClass(old, { scopes: ['admin'], resolver })]).exchange([old], [next]);
    expect([await listedIn(registry), await listedIn(registry, ['admin'])]).toEqual([[], ['payroll']]);
    const auth = { principal: 'ada', scopes: ['admin'] };
    await new Runtime({ prompts: registry, logger }).prompts.get({ name: 'payroll' }, { auth });
    expect(made).toEqual([next]);
  });

  test('rejects a new name that `only` leaves out', () => {
    const one = secret();
    const registry = new Registry([mount(packOf('admin', one), { only: ['payroll'] })]);
    expect(definitionFaults(() => registry.exchange([one], [secret('new', 'Report', 'wages')]))).toEqual([
      faultAt(
        'Report',
        'mount-leaves-out',
        'is named "wages" now, which `only` of admin leaves out',
        'Add this name to `only`, or restore the old name',
      ),
    ]);
  });
});

describe('Registry.exchange with a bound or mounted definition', () => {
  /** Requests the prompt and returns the names of the interceptors that ran. */
  async function passed(registry: Registry, log: string[], name = 'payroll') {
    await new Runtime({ prompts: registry, logger }).prompts.get({ name });
    return log.splice(0);
  }
  const logging =
    (log: string[], name: string): Interceptor =>
    (_call, next) => {
      log.push(name);
      return next();
    };

  test('runs the interceptors of the new binding, not of the old', async () => {
    const log: string[] = [];
    const [old, next] = [promptClass('Payroll', 'old'), promptClass('Payroll', 'new')];
    const bound = (type: PromptClass, name: string) => defineClass(type, { interceptors: [logging(log, name)] });
    const pack = (prompt: Definition) =>
      definePack({ name: 'desk', version: '1.0.0', prompts: [prompt], interceptors: [logging(log, 'pack')] });
    const alone = new Registry([bound(old, 'old')]).exchange([old], [bound(next, 'new')]);
    expect([await passed(alone, log), await texts(alone)]).toEqual([['new'], { payroll: 'new' }]);
    log.length = 0;
    const packed = new Registry([pack(bound(old, 'old'))]).exchange([old], [bound(next, 'new')]);
    expect([await passed(packed, log), await texts(packed)]).toEqual([['pack', 'new'], { 'payroll@1.0.0': 'new' }]);
    log.length = 0;
    const unbound = new Registry([bound(old, 'old')]).exchange([old], [next]);
    expect([await passed(unbound, log), await texts(unbound)]).toEqual([['old'], { payroll: 'new' }]);
  });

  test('keeps definitions that replace themselves', async () => {
    const log: string[] = [];
    const interceptors = [logging(log, 'pack')];
    const pack = definePack({
      name: 'desk',
      version: '1.0.0',
      prompts: [promptClass('Payroll', 'same')],
      interceptors,
    });
    const registry = new Registry([mount(pack, { prefix: 'a' })]);
    const again = registry.exchange(registry.list(), registry.list());
    expect([again.names(), await passed(again, log, 'a_payroll')]).toEqual([['a_payroll'], ['pack']]);
    expect(again.list()).toEqual(registry.list());
  });
});

describe("Registry({ onFault: 'isolate' })", () => {
  const isolate = { onFault: 'isolate' } as const;

  test('keeps the existing classes when a new one is rejected', () => {
    const versions = ['1.0.0', '2.0.0'].map((version, at) =>
      promptClass(`Review${at}`, version, { name: 'review', version, labels: [['production', 'beta'][at] as string] }),
    );
    const registry = new Registry(versions, isolate);
    const thief = promptClass('Thief', 'stolen', { name: 'review', version: '2.0.0', labels: ['production'] });
    const next = registry.with(thief);
    expect([next.list().map(({ type }) => type.name), next.faults.length]).toEqual([['Review1', 'Review0'], 1]);
  });

  test('keeps a fault while its class is left out', () => {
    const [one, other] = ['One', 'Other'].map((className) => promptClass(className, className, { name: 'review' }));
    const registry = new Registry([one as PromptClass, other as PromptClass], isolate);
    const next = registry.exchange([one as PromptClass], [promptClass('One', 'new', { name: 'review' })]);
    expect([next.leftOut.map(({ type }) => type.name), next.faults.length]).toEqual([['Other'], 1]);
  });

  test('removes a fault when its class is fixed or removed', () => {
    const broken = promptClass('Broken', 'x', { name: 'fix', version: 'x' });
    const registry = new Registry([broken, promptClass('Fine', 'y')], isolate);
    expect(registry.faults.length).toBe(1);
    expect(registry.exchange([broken], [promptClass('Broken', 'well', { name: 'fix' })]).faults).toEqual([]);
    expect(registry.exchange([broken], []).faults).toEqual([]);
  });
});

describe('Runtime.become', () => {
  useFakeTime();

  const changes = async (runtime: Runtime, change: () => void) => {
    const kinds: string[] = [];
    const end = runtime.onListChanged((kind) => void kinds.push(kind));
    change();
    await notified();
    end();
    return kinds;
  };

  test('adopts prompts and interceptors with one list notification', async () => {
    const old = new Runtime({ prompts: [promptClass('Old', 'old')], logger });
    const next = new Runtime({
      prompts: [promptClass('New', 'new')],
      interceptors: [async (_, pass) => ({ ...(await pass()), _meta: { by: 'next' } })],
      logger,
    });
    expect(await changes(old, () => old.become(next))).toEqual(['prompt']);
    expect(await old.prompts.get({ name: 'new' })).toMatchObject({ _meta: { by: 'next' } });
    await expect(old.prompts.get({ name: 'old' })).rejects.toMatchObject({ name: 'NotFoundError' });
  });

  test('does not notify when the list is unchanged', async () => {
    const of = () => new Runtime({ prompts: [promptClass('Same', 'text')], logger });
    const runtime = of();
    expect(await changes(runtime, () => runtime.become(of()))).toEqual([]);
  });
});
