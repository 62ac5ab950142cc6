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
import { processorMs } from '../../../build/jest/processor-time.ts';
import { elapse, notified, outcomeAfter, pause, useFakeTime } from '../../../build/jest/fake-time.ts';
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

/** Returns the log of a failed request without the id of the error. */
async function logOf(request: Promise<unknown>, log: readonly unknown[][]): Promise<unknown> {
  const error = await request.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(InternalError);
  return log.map(([line]) => String(line).replace(` [${(error as InternalError).id}]`, ''));
}

describe('Runtime.complete', () => {
  test('rejects an unknown template of 300,000 braces within a second', async () => {
    const { runtime } = serve([defineResource({ name: 'a', uri: 'a:{id}', args: [{ name: 'id' }], read: () => '' })]);
    const ref = { type: 'ref/resource', uri: '{'.repeat(300_000) } as const;
    const start = processorMs();
    expect(await runtime.complete({ ref, argument: { name: 'id', value: '' } })).toEqual({
      completion: { values: [], total: 0, hasMore: false },
    });
    expect(processorMs() - start).toBeLessThan(1_000);
  });
});

describe('Resource class results', () => {
  test('rejects a sparse array of 100 million items', async () => {
    const holes: unknown[] = [];
    holes.length = 100_000_000;
    const { resources, log } = serve([defineResource({ name: 'a', uri: 'a:b', read: () => holes })]);
    expect(await logOf(resources.read({ uri: 'a:b' }), log)).toEqual([
      'Resource "a" returned JSON with more than 1000000 members',
    ]);
  });

  const id = (value: string) => ({ args: { id: value } });
  test.each<[string, unknown, string]>([
    [
      'more than 100,000 instances',
      Array.from({ length: 100_001 }, () => id('a')),
      'contains more than 100000 resources in an array of shelf: return an async iterable from list()',
    ],
    ['a number', 5, 'could not be created, because list() of shelf returned neither an array nor an async iterable'],
    ['null as an item', [null], 'contains a resource of shelf without `args` for its URI'],
    ['an item without args', [{ id: 'a' }], 'contains a resource of shelf without `args` for its URI'],
    ['an item with empty args', [id('')], 'contains a resource of shelf without `args` for its URI'],
  ])('names the class in the error of a failing list: %s', async (_, result, problem) => {
    const list = () => result as never;
    const shelf = defineResource<Id>({ name: 'shelf', uri: 's:{id}', args: [{ name: 'id' }], list, read: () => '' });
    const { resources, log } = serve([shelf]);
    expect(await logOf(resources.list(), log)).toEqual([`The list of resources ${problem}`]);
  });

  test('ignores a returned URI, and lists the URI that the template gives', async () => {
    const list = () => [{ ...id('a'), uri: 'file:///etc/passwd' }];
    const shelf = defineResource<Id>({ name: 'shelf', uri: 's:{id}', args: [{ name: 'id' }], list, read: () => '' });
    expect(await serve([shelf]).resources.list()).toEqual({ resources: [{ uri: 's:a', name: 'a' }] });
  });
});

describe('Resource list method', () => {
  test('is rejected on a class with a fixed URI', () => {
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
          'has a method list, but its uri "a:b" has no variables',
          'Remove the method list, or add a variable to the uri',
        ),
      ]),
    );
  });
});

useFakeTime();

describe('Resource watch method', () => {
  type Watch = (args: Id, changed: () => void, context: RequestContext) => unknown;

  function watching(watch: Watch, visible: () => boolean = () => true) {
    @Resource({ uri: 'w:{id}', name: 'watched', args: Id, visible })
    class Watched {
      read = () => '';

      watch(...args: Parameters<Watch>) {
        return watch(...args) as () => void;
      }
    }
    const uris: string[] = [];
    const { runtime, resources, log } = serve([Watched], { limits: { readMs: 30 } });
    return { Watched, runtime, log, uris, subscriptions: resources.subscriptions((uri) => void uris.push(uri)) };
  }

  test('rejects the subscription and logs the class if watch returns no function', async () => {
    const { subscriptions, log } = watching(() => 5);
    expect(await logOf(subscriptions.add('w:1'), log)).toEqual([
      'Resource "watched" has a method watch that returns neither undefined nor a function that ends the watch',
    ]);
  });

  test('ends a watch that starts after the timeout, and notifies no client', async () => {
    let ends = 0;
    const { subscriptions, uris } = watching(async (_, changed) => {
      await pause(60);
      changed();
      return () => (ends += 1);
    });
    expect(await outcomeAfter(30, subscriptions.add('w:1'))).toMatchObject({
      message: 'Resource "watched" did not answer within 30 ms',
    });
    await elapse(30);
    expect([uris, ends]).toEqual([[], 1]);
  });

  test('notifies a client only while the resource is visible to it', async () => {
    let isVisible = true;
    let changed = () => {};
    const { subscriptions, uris } = watching(
      (_, notify) => {
        changed = notify;
        return () => {};
      },
      () => isVisible,
    );
    await subscriptions.add('w:1');
    changed();
    isVisible = false;
    changed();
    expect(uris).toEqual(['w:1']);
    isVisible = true;
    changed();
    expect(uris).toEqual(['w:1', 'w:1']);
  });

  test('stops notifying a client without the scopes that a new mount requires', async () => {
    let changed = () => {};
    const { Watched, runtime, subscriptions, uris } = watching((_, notify) => {
      changed = notify;
      return () => {};
    });
    await subscriptions.add('w:1', { auth: { principal: 'Ann', scopes: ['read'] } });
    const pack = definePack({ name: 'pack', version: '1.0.0', resources: [Watched] });
    runtime.replace(new Registry([mount(pack, { scopes: ['read'] })]));
    changed();
    expect(uris).toEqual(['w:1']);
    runtime.replace(new Registry([mount(pack, { scopes: ['admin'] })]));
    changed();
    expect(uris).toEqual(['w:1']);
  });
});

describe('Resource watchList method', () => {
  test('notifies once about two changes, and only while a listener exists', async () => {
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

      watchList(notify: () => void) {
        expect(this.store).toBeInstanceOf(Store);
        begins += 1;
        changed = notify;
        return () => (ends += 1);
      }
    }
    const resolver = (type: new (store: Store) => unknown) => new type(new Store());
    const { runtime, log } = serve([Shelf], { resolver: resolver as never });
    const kinds: string[] = [];
    expect(begins).toBe(0);
    const stop = runtime.onListChanged((kind) => void kinds.push(kind));
    await turn();
    changed();
    changed();
    await notified();
    expect([kinds, begins, ends]).toEqual([['resource'], 1, 0]);
    stop();
    await turn();
    changed();
    await notified();
    expect([kinds, ends, log]).toEqual([['resource'], 1, []]);
  });

  test('logs the class of a failing watch and watches other lists', async () => {
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
