import { setImmediate as turn } from 'node:timers/promises';
import {
  definePack,
  type ListOptions,
  type ListedResource,
  ResourceReader,
  type Resources,
  Runtime,
  type RuntimeOptions,
  sectionOf,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { throwing } from './support/throwing.ts';
import { pagesOf } from './support/pages.ts';

const entryOf = (uri: string): ListedResource => ({ uri, name: uri });

/** Lists these URIs unchanged. */
class Shelf extends ResourceReader {
  readonly #entries: readonly ListedResource[];

  constructor(...uris: string[]) {
    super();
    this.#entries = uris.map(entryOf);
  }

  override accepts(uri: string): boolean {
    return this.#entries.some((entry) => entry.uri === uri);
  }

  override read = async (uri: string) => ({ uri, mimeType: 'text/plain', text: '' });

  override async *list(_options?: ListOptions): AsyncIterable<ListedResource> {
    yield* this.#entries;
  }
}

function serve(readers: readonly ResourceReader[], options: Partial<RuntimeOptions> = {}) {
  const log: unknown[][] = [];
  const logger = { error: (...entry: unknown[]) => log.push(entry), warn: (...entry: unknown[]) => log.push(entry) };
  const packs = readers.map((resources, index) => definePack({ name: `p${index}`, version: '1.0.0', resources }));
  const runtime = new Runtime({ prompts: packs, logger, ...options });
  return { runtime, resources: runtime.resources as Resources, log };
}

const failure = (work: Promise<unknown>) => work.catch((error: unknown) => error);

describe('ResourceReader.list that never ends', () => {
  /** Yields the same entry again and again, and waits before each. */
  class Endless extends ResourceReader {
    count = 0;
    hasEnded = false;
    readonly #wait: () => unknown;

    constructor(wait: () => unknown) {
      super();
      this.#wait = wait;
    }

    override read = async (uri: string) => ({ uri, text: '' });

    /** The list omits its entries, because its `accepts` rejects them. */
    override accepts = () => false;

    override get templates() {
      return [{ uriTemplate: 'a:{name}', name: 'a' }];
    }

    override async *list(): AsyncIterable<ListedResource> {
      try {
        for (; this.count < 10_000_000; this.count += 1) {
          await this.#wait();
          yield entryOf('a:a');
        }
      } finally {
        this.hasEnded = true;
      }
    }
  }

  const limits = { readMs: 50, completeMs: 50 };
  const waits: [string, () => unknown][] = [
    ['at once', () => {}],
    ['in turns', () => turn()],
  ];

  test.each(waits)('is stopped after limits.readMs if the entries arrive %s', async (_, wait) => {
    const endless = new Endless(wait);
    const { resources } = serve([endless], { limits, pageSize: 1 });
    expect(await failure(resources.list())).toMatchObject({ name: 'TimeoutError' });
    while (!endless.hasEnded) await turn();
    const { count } = endless;
    await turn();
    expect(endless.count - count).toBe(0);
  });

  test.each(waits)(
    'is stopped during completions after limits.completeMs if the entries arrive %s',
    async (_, wait) => {
      const endless = new Endless(wait);
      const { runtime } = serve([endless], { limits });
      const ref = { type: 'ref/resource', uri: 'a:{name}' } as const;
      const completed = runtime.complete({ ref, argument: { name: 'name', value: 'b' } });
      expect(await failure(completed)).toMatchObject({ name: 'TimeoutError' });
      while (!endless.hasEnded) await turn();
    },
  );

  test('is stopped at the deadline even if another reader hangs', async () => {
    const endless = new Endless(() => {});
    class Hanging extends Shelf {
      override async *list(): AsyncIterable<ListedResource> {
        yield await new Promise<never>(() => {});
      }
    }
    const { resources } = serve([endless, new Hanging()], { limits });
    expect(await failure(resources.list())).toMatchObject({ name: 'TimeoutError' });
    while (!endless.hasEnded) await turn();
  });
});

describe('Runtime.resources.list with faulty readers', () => {
  class Failing extends Shelf {
    override async *list(options?: ListOptions): AsyncIterable<ListedResource> {
      yield* super.list(options);
      throw new Error('git is not installed');
    }
  }

  class Untidy extends Shelf {
    override accepts = (uri: string) => ['b:secret one', 'b:4'].includes(uri);

    override async *list(): AsyncIterable<ListedResource> {
      yield { ...entryOf('b:secret one') };
      yield { uri: 5 } as never;
      yield { ...entryOf('b:3'), size: -1 };
      yield null as never;
      yield entryOf('b:4');
      yield { ...entryOf('b:5'), owner: 'me' } as never;
    }
  }

  test('keeps all entries that a reader lists before it fails', async () => {
    const { resources, log } = serve([new Shelf('a:1', 'a:2', 'c:1'), new Failing('b:1')]);
    expect(await pagesOf(resources)).toEqual([['a:1', 'a:2', 'c:1', 'b:1']]);
    expect(log).toEqual([
      [
        'The list of resources is incomplete, because Failing failed to list its resources',
        new Error('git is not installed'),
      ],
    ]);
  });

  test('omits invalid entries and logs them once per request', async () => {
    const { resources, log } = serve([new Shelf('a:1', 'c:1'), new Untidy()]);
    expect(await pagesOf(resources)).toEqual([['a:1', 'c:1', 'b:4']]);
    expect(log).toEqual([
      ['The list of resources omits an invalid resource of Untidy', expect.objectContaining({ name: 'OutputFault' })],
    ]);
    expect(String(log)).not.toContain('secret');
  });

  test.each([1, 2, 3])('lists every valid entry in pages of %i', async (pageSize) => {
    const { resources } = serve([new Shelf('a:1', 'b:3', 'c:1'), new Untidy(), new Failing('b:2', 'd:1')], {
      pageSize,
    });
    const all = await pagesOf(resources);
    expect(all.flat()).toEqual(['a:1', 'b:3', 'c:1', 'b:4', 'b:2', 'd:1']);
    expect(all.map(({ length }) => length).slice(0, -1)).toEqual(all.slice(1).map(() => pageSize));
  });

  test('rejects if the only reader fails', async () => {
    const { resources, log } = serve([new Failing('b:1')]);
    expect(await failure(resources.list())).toMatchObject({ code: -32603, message: 'Internal error' });
    expect(log).toEqual([
      [
        expect.stringMatching(/^The list of resources could not be created \[.{36}\]$/),
        new Error('git is not installed'),
      ],
    ]);
    expect(await failure(serve([new Untidy()]).resources.list())).toMatchObject({
      problem: expect.stringContaining('returned an invalid resource: resource.uri must be'),
    });
  });

  test('returns a first page if a later entry is invalid', async () => {
    class Late extends Shelf {
      override accepts = () => true;

      override async *list() {
        yield* [entryOf('b:1'), entryOf('b:two words')];
      }
    }
    expect(await serve([new Late()], { pageSize: 1 }).resources.list()).toMatchObject({ resources: [{ uri: 'b:1' }] });
  });
});

test.each([1, 2, 5])('Runtime.resources.list keeps the order of each reader in pages of %i', async (pageSize) => {
  const { resources, log } = serve([new Shelf('a:c', 'a:a', 'a:b'), new Shelf('b:1', 'b:1', 'b:2')], { pageSize });
  expect((await pagesOf(resources)).flat()).toEqual(['a:c', 'a:a', 'a:b', 'b:1', 'b:1', 'b:2']);
  expect(log).toEqual([]);
});

test('Runtime.resources.read skips and logs a reader whose accepts() fails', async () => {
  class Later extends Shelf {
    override accepts(): boolean {
      return Promise.reject(new Error('late')) as never;
    }
  }
  class Throwing extends Shelf {
    override accepts(): never {
      throw new Error('broken');
    }
  }
  const { resources, log } = serve([new Later(), new Throwing(), new Shelf('a:1')]);
  expect((await resources.read({ uri: 'a:1' })).contents).toHaveLength(1);
  expect(await failure(resources.read({ uri: 'a:2' }))).toMatchObject({ name: 'NotFoundError' });
  const reports = [
    [
      'A resource was not looked up in Later, because its accepts(uri) failed',
      new TypeError('accepts must synchronously return true or false, but returned a value of type object'),
    ],
    ['A resource was not looked up in Throwing, because its accepts(uri) failed', new Error('broken')],
  ];
  expect(log).toEqual([...reports, ...reports]);
});

describe('Runtime with a reader, All, that accepts every URI', () => {
  class All extends ResourceReader {
    override read = async (uri: string) => ({ uri, mimeType: 'text/plain', text: 'all' });
  }
  class More extends All {}

  test('warns once about each reader that is listed after All', () => {
    const shelf = new Shelf('a:1');
    const { runtime, log } = serve([new All(), new More(), shelf]);
    const remedy = `is listed before it and accepts every URI. Add a method accepts(uri) to All, or list All last. See ${sectionOf('resource-unreachable')}`;
    const expected = [[`p1/More is never used: p0/All ${remedy}`], [`p2/Shelf is never used: p0/All ${remedy}`]];
    expect(log).toEqual(expected);
    runtime.replace(runtime.registry.with());
    expect(log).toEqual(expected);
  });

  test('warns about a reader in a pack that is added later than All', () => {
    const { runtime, log } = serve([], { resources: new All() });
    expect(log).toEqual([]);
    runtime.replace(runtime.registry.with(definePack({ name: 'late', version: '1.0.0', resources: new Shelf('a:1') })));
    const remedy = `Add a method accepts(uri) to All, or list All last. See ${sectionOf('resource-unreachable')}`;
    expect(log).toEqual([[`late/Shelf is never used: All is listed before it and accepts every URI. ${remedy}`]]);
  });

  test('does not warn if a caller can see only the later reader', async () => {
    const hidden = { name: 'hidden', version: '1.0.0', resources: new All(), scopes: ['admin'] };
    const open = definePack({ name: 'open', version: '1.0.0', resources: new More() });
    const { resources, log } = serve([], { prompts: [definePack(hidden), open] });
    expect((await resources.read({ uri: 'a:1' })).contents).toEqual([
      { uri: 'a:1', mimeType: 'text/plain', text: 'all' },
    ]);
    expect(log).toEqual([]);
  });

  test('warns if every caller who can see the later reader can see All, too', () => {
    const hidden = { version: '1.0.0', scopes: ['admin'] };
    const one = definePack({ ...hidden, name: 'one', resources: new All() });
    const other = definePack({ ...hidden, name: 'other', resources: new More() });
    const remedy = `Add a method accepts(uri) to All, or list All last. See ${sectionOf('resource-unreachable')}`;
    expect(serve([], { prompts: [one, other] }).log).toEqual([
      [`other/More is never used: one/All is listed before it and accepts every URI. ${remedy}`],
    ]);
  });

  test('does not warn if All is the last reader', () => {
    expect(serve([new Shelf('a:1'), new All()]).log).toEqual([]);
  });
});

describe('ResourceReader.watchList', () => {
  class Watched extends Shelf {
    ends = 0;
    begins = 0;

    override watchList(_changed: () => void): () => void {
      this.begins += 1;
      return () => (this.ends += 1);
    }
  }

  test.each<[string, () => () => void]>([
    ['throws', throwing(new Error('broken'))],
    ['rejects', (() => Promise.reject(new Error('broken'))) as never],
  ])('logs the error and watches other readers if the method %s', async (_, watchList) => {
    class Broken extends Shelf {
      override watchList = watchList;
    }
    const watched = new Watched();
    const { runtime, log } = serve([new Shelf()]);
    runtime.onListChanged(() => {});
    const packs = [new Broken(), watched].map((resources, index) =>
      definePack({ name: `q${index}`, version: '1.0.0', resources }),
    );
    runtime.replace(runtime.registry.with(...packs));
    await turn();
    expect([watched.begins, log]).toEqual([1, [['Broken failed to watch its list', new Error('broken')]]]);
  });

  test.each<[string, () => void]>([
    ['throws', throwing(new Error('broken'))],
    ['rejects', () => Promise.reject(new Error('broken')) as unknown as undefined],
  ])('logs the error and ends other watches if the returned function %s', async (_, end) => {
    class Broken extends Shelf {
      override watchList = () => end;
    }
    const watched = new Watched();
    const { runtime, log } = serve([new Broken(), watched]);
    runtime.onListChanged(() => {});
    runtime.replace(runtime.registry.without(['p0', 'p1']));
    await turn();
    expect([watched.ends, log]).toEqual([1, [['Broken failed to end the watch on its list', new Error('broken')]]]);
  });
});
