import { setImmediate as turn } from 'node:timers/promises';
import {
  Arg,
  definePack,
  defineResource,
  DefinitionError,
  InternalError,
  mount,
  Registry,
  Resource,
  type RequestContext,
  Runtime,
  type RuntimeOptions,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { processorMs } from '../../../test/support/processor-time.ts';
import { elapse, notified, outcomeAfter, pause, useFakeTime } from './support/fake-time.ts';
import { faultAt } from './support/faults.ts';

class Id {
  @Arg() id!: string;
}

function serve(resource: NonNullable<RuntimeOptions['resources']>, options: Partial<RuntimeOptions> = {}) {
  const log: unknown[][] = [];
  const logger = {
    error: (...line: unknown[]) => void log.push(line),
    warn: (...line: unknown[]) => void log.push(line),
  };
  const runtime = new Runtime({ resources: resource, logger, ...options });
  return { runtime, resources: runtime.resources!, log };
}

/** What the log says of a request that fails, without the id that the client has. */
async function logOf(request: Promise<unknown>, log: readonly unknown[][]): Promise<unknown> {
  const error = await request.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(InternalError);
  return log.map(([line]) => String(line).replace(` [${(error as InternalError).id}]`, ''));
}

test('a template that is not served is completed at once, however it is written', async () => {
  const { runtime } = serve([defineResource({ name: 'a', uri: 'a:{id}', args: [{ name: 'id' }], read: () => '' })]);
  const ref = { type: 'ref/resource', uri: '{'.repeat(300_000) } as const;
  const start = processorMs();
  expect(await runtime.complete({ ref, argument: { name: 'id', value: '' } })).toEqual({
    completion: { values: [], total: 0, hasMore: false },
  });
  expect(processorMs() - start).toBeLessThan(1_000);
});

describe('an array that a class returns', () => {
  test('is no contents if it has holes, however long it is', async () => {
    const holes: unknown[] = [];
    holes.length = 100_000_000;
    const { resources, log } = serve([defineResource({ name: 'a', uri: 'a:b', read: () => holes })]);
    expect(await logOf(resources.read({ uri: 'a:b' }), log)).toEqual([
      'Resource "a" returned JSON of more than 1000000 members',
    ]);
  });

  const id = (value: string) => ({ args: { id: value } });
  test.each<[string, unknown, string]>([
    [
      'has more than 100,000 instances',
      Array.from({ length: 100_001 }, () => id('a')),
      'has an array of more than 100000 resources of shelf: yield them from an async iterable',
    ],
    ['is none', 5, 'has no array or async iterable of shelf, which list() must return'],
    ['has nothing in it', [null], 'has a resource of shelf without the `args` that its URI is made of'],
    ['has no arguments', [{ id: 'a' }], 'has a resource of shelf without the `args` that its URI is made of'],
    ['has empty arguments', [id('')], 'has a resource of shelf without the `args` that its URI is made of'],
  ])('as its list, and that %s, is refused by the name of the class', async (_, given, problem) => {
    const list = () => given as never;
    const shelf = defineResource<Id>({ name: 'shelf', uri: 's:{id}', args: [{ name: 'id' }], list, read: () => '' });
    const { resources, log } = serve([shelf]);
    expect(await logOf(resources.list(), log)).toEqual([`The list of resources ${problem}`]);
  });

  test('as its list cannot name URIs other than those of the class', async () => {
    const list = () => [{ ...id('a'), uri: 'file:///etc/passwd' }];
    const shelf = defineResource<Id>({ name: 'shelf', uri: 's:{id}', args: [{ name: 'id' }], list, read: () => '' });
    expect(await serve([shelf]).resources.list()).toEqual({ resources: [{ uri: 's:a', name: 'a' }] });
  });
});

test('a class with a fixed URI and a list is a fault', () => {
  @Resource({ uri: 'a:b' })
  class Fixed {
    read = () => '';

    list() {
      return [];
    }
  }
  expect(() => serve([Fixed])).toThrow(
    new DefinitionError([
      faultAt(
        'Fixed',
        'list-without-variables',
        'has a method list, which a class with the uri "a:b" has no use for',
        'Leave it out, or give the uri variables',
      ),
    ]),
  );
});

useFakeTime();

describe('a watch', () => {
  type Watch = (args: Id, changed: () => void, context: RequestContext) => unknown;

  function watching(watch: Watch, visible: () => boolean = () => true) {
    @Resource({ uri: 'w:{id}', name: 'watched', args: Id, visible })
    class Watched {
      read = () => '';

      watch(...given: Parameters<Watch>) {
        return watch(...given) as () => void;
      }
    }
    const told: string[] = [];
    const { runtime, resources, log } = serve([Watched], { limits: { readMs: 30 } });
    return { Watched, runtime, log, told, subscriptions: resources.subscriptions((uri) => void told.push(uri)) };
  }

  test('that returns no function is refused, and named', async () => {
    const { subscriptions, log } = watching(() => 5);
    expect(await logOf(subscriptions.add('w:1'), log)).toEqual([
      'Resource "watched" is watched by a method that returns no function that ends the watch',
    ]);
  });

  test('that begins after its deadline tells no client, and is ended', async () => {
    let ends = 0;
    const { subscriptions, told } = watching(async (_, changed) => {
      await pause(60);
      changed();
      return () => (ends += 1);
    });
    expect(await outcomeAfter(30, subscriptions.add('w:1'))).toMatchObject({
      message: 'Resource "watched" did not answer within 30 ms',
    });
    await elapse(30);
    expect([told, ends]).toEqual([[], 1]);
  });

  test('tells a client only as long as it may see the resource', async () => {
    let isVisible = true;
    let changed = () => {};
    const { subscriptions, told } = watching(
      (_, tell) => {
        changed = tell;
        return () => {};
      },
      () => isVisible,
    );
    await subscriptions.add('w:1');
    changed();
    isVisible = false;
    changed();
    expect(told).toEqual(['w:1']);
    isVisible = true;
    changed();
    expect(told).toEqual(['w:1', 'w:1']);
  });

  test('tells no client that lacks the scopes under which the class has been mounted since', async () => {
    let changed = () => {};
    const { Watched, runtime, subscriptions, told } = watching((_, tell) => {
      changed = tell;
      return () => {};
    });
    await subscriptions.add('w:1', { auth: { principal: 'Ann', scopes: ['read'] } });
    const pack = definePack({ name: 'pack', version: '1.0.0', resources: [Watched] });
    runtime.replace(new Registry([mount(pack, { scopes: ['read'] })]));
    changed();
    expect(told).toEqual(['w:1']);
    runtime.replace(new Registry([mount(pack, { scopes: ['admin'] })]));
    changed();
    expect(told).toEqual(['w:1']);
  });
});

describe('the list of a class', () => {
  test('is told to have changed, once for changes together, while somebody listens', async () => {
    let [begins, ends] = [0, 0];
    let changed = () => {};
    class Store {}
    @Resource({ uri: 's:{id}', args: Id })
    class Shelf {
      constructor(readonly store: Store) {}

      read = () => '';

      list() {
        return [];
      }

      watchList(tell: () => void) {
        expect(this.store).toBeInstanceOf(Store);
        begins += 1;
        changed = tell;
        return () => (ends += 1);
      }
    }
    const resolver = (type: new (store: Store) => unknown) => new type(new Store());
    const { runtime, log } = serve([Shelf], { resolver: resolver as never });
    const heard: string[] = [];
    expect(begins).toBe(0);
    const stop = runtime.onListChanged((kind) => void heard.push(kind));
    changed();
    changed();
    await notified();
    expect([heard, begins, ends]).toEqual([['resource'], 1, 0]);
    stop();
    await turn();
    changed();
    await notified();
    expect([heard, ends, log]).toEqual([['resource'], 1, []]);
  });

  test('whose watch fails is named in the log, and the other lists are watched', async () => {
    let begins = 0;
    const shared = { args: [{ name: 'id' }], read: () => '', list: () => [] };
    const broken = defineResource({ name: 'broken', uri: 'b:{id}', ...shared, watchList: () => Promise.reject(CAUSE) });
    const sound = defineResource({
      name: 'sound',
      uri: 's:{id}',
      ...shared,
      watchList: () => ((begins += 1), () => {}),
    });
    const { runtime, log } = serve([broken, sound]);
    runtime.onListChanged(() => {});
    await turn();
    expect([begins, log]).toEqual([
      1,
      [[expect.stringMatching(/^The watch on the list of broken failed \[[\da-f-]{36}\]$/), CAUSE]],
    ]);
  });

  const CAUSE = new Error('broken');
});
