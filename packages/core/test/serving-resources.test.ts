import { setImmediate as turn } from 'node:timers/promises';
import {
  type CallOptions,
  type ListOptions,
  type Limits,
  RequestError,
  Runtime,
  type ListedResource,
  type ResourceContents,
  NotFoundError,
  ResourceReader,
  type Resources,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { anyCharacter, webAddress } from './support/characters.ts';
import { runs } from '../../../test/support/runs.ts';
import { pagesOf } from './support/pages.ts';

const entryOf = (uri: string): ListedResource => ({ uri, name: uri });

/** Texts in memory, by their URIs. */
class Memory extends ResourceReader {
  readonly asked: ListOptions[] = [];
  readonly #texts: ReadonlyMap<string, string>;

  constructor(texts: Readonly<Record<string, string>>) {
    super();
    this.#texts = new Map(Object.entries(texts));
  }

  override async read(uri: string) {
    const text = this.#texts.get(uri);
    if (text === undefined) throw new NotFoundError('resource', uri, { cause: 'It was never written' });
    return { uri, mimeType: 'text/plain', text };
  }

  override async *list(options: ListOptions = {}) {
    this.asked.push(options);
    const { after = '' } = options;
    for (const uri of [...this.#texts.keys()].toSorted((a, b) => (a < b ? -1 : 1))) if (uri > after) yield entryOf(uri);
  }

  override get templates() {
    return [{ uriTemplate: 'memory:{name}', name: 'text' }];
  }
}

interface Serving {
  readonly pageSize?: number;
  readonly limits?: Partial<Limits>;
}

function serve(reader: ResourceReader, options: Serving = {}) {
  const log: unknown[][] = [];
  const logger = { error: (...entry: unknown[]) => log.push(entry), warn: () => {} };
  const { resources } = new Runtime({ prompts: [], resources: reader, logger, ...options });
  return { served: resources as Resources, log };
}

const numbered = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`memory:${String(index).padStart(4, '0')}`, '']));

const outcome = (work: Promise<unknown>) => work.catch((error: unknown) => error);
const wire = (error: unknown) => {
  const { code, message, data } = error as RequestError;
  return { code, message, data };
};

test('Runtime has no resources without a reader', () => {
  expect(new Runtime({ prompts: [] }).resources).toBeUndefined();
});

describe('resources.list', () => {
  test('returns pages with each resource once', async () => {
    expect(await pagesOf(serve(new Memory(numbered(5)), { pageSize: 2 }).served)).toEqual([
      ['memory:0000', 'memory:0001'],
      ['memory:0002', 'memory:0003'],
      ['memory:0004'],
    ]);
    expect(await pagesOf(serve(new Memory(numbered(4)), { pageSize: 2 }).served)).toEqual([
      ['memory:0000', 'memory:0001'],
      ['memory:0002', 'memory:0003'],
    ]);
    expect(await pagesOf(serve(new Memory({})).served)).toEqual([[]]);
  });

  test('returns pages of 100 by default', async () => {
    const sizes = (await pagesOf(serve(new Memory(numbered(201))).served)).map(({ length }) => length);
    expect(sizes).toEqual([100, 100, 1]);
  });

  test('continues after a resource that was removed', async () => {
    const { nextCursor } = await serve(new Memory(numbered(3)), { pageSize: 2 }).served.list();
    const { 'memory:0001': _gone, ...left } = numbered(4);
    expect(await serve(new Memory(left)).served.list({ cursor: nextCursor as string })).toEqual({
      resources: [entryOf('memory:0002'), entryOf('memory:0003')],
    });
  });

  test('reads one resource more than a page', async () => {
    let made = 0;
    class Endless extends Memory {
      override async *list() {
        for (;;) yield entryOf(`memory:${(made += 1)}`);
      }
    }
    const { resources } = await serve(new Endless({}), { pageSize: 10 }).served.list();
    expect([resources.length, made]).toEqual([10, 11]);
  });

  test('lists any URIs once and in order, for any page size', async () => {
    const uris = fc.uniqueArray(
      fc.oneof(
        webAddress,
        fc.string({ unit: anyCharacter, minLength: 1 }).map((text) => `x:${encodeURIComponent(text)}`),
      ),
      { maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(uris, fc.integer({ min: 1, max: 20 }), async (some, pageSize) => {
        const memory = new Memory(Object.fromEntries(some.map((uri) => [uri, ''])));
        expect((await pagesOf(serve(memory, { pageSize }).served)).flat()).toEqual(
          some.toSorted((a, b) => (a < b ? -1 : 1)),
        );
      }),
      { numRuns: runs(2000) },
    );
  });

  test('passes client and principal to the reader', async () => {
    const memory = new Memory({});
    const client = { revision: '2025-06-18', name: 'test' };
    await serve(memory).served.list({}, { client });
    const auth = { principal: 'ada', scopes: ['read'] };
    await serve(memory).served.list({}, { client, auth, requestId: 7, meta: { traceparent: '00-1' } });
    const known = { after: undefined, client, bag: {}, signal: expect.any(AbortSignal) };
    expect(memory.asked).toEqual([
      { ...known, meta: {} },
      { ...known, meta: { traceparent: '00-1' }, auth, requestId: 7 },
    ]);
  });
});

describe('the output of a reader', () => {
  test.each<[string, Partial<ListedResource>]>([
    ['a URI with spaces', { uri: 'memory: a' }],
    ['a size that is none', { size: -1 }],
    ['a member that MCP does not have', { owner: 'me' } as object],
  ])('is logged and not listed: %s', async (_, wrong) => {
    class Wrong extends Memory {
      override async *list() {
        yield { ...entryOf('memory:a'), ...wrong };
      }
    }
    await expect(serve(new Wrong({})).served.list()).rejects.toMatchObject({ code: -32603, message: 'Internal error' });
  });

  test('is rejected beyond answerBytes', async () => {
    const { served } = serve(new Memory({ 'memory:a': 'x'.repeat(17_000_000) }));
    await expect(served.read({ uri: 'memory:a' })).rejects.toMatchObject({ code: -32603, message: 'Internal error' });
  });

  test('gets a default MIME type', async () => {
    class Untold extends ResourceReader {
      override async read(uri: string): Promise<ResourceContents> {
        return { uri, text: 'a' };
      }
    }
    expect(await serve(new Untold()).served.read({ uri: 'memory:a' })).toEqual({
      contents: [{ uri: 'memory:a', mimeType: 'text/plain', text: 'a' }],
    });
  });
});

const invalidCursor = { code: -32602, message: 'Invalid cursor: ask for the list without one', data: undefined };

describe('an invalid cursor of resources.list', () => {
  test.each([
    ['the empty one', ''],
    ['no base64', '%%%'],
    ['base64 of something else', btoa('before:memory:0001')],
    ['base64 of nothing', btoa('x').slice(0, 1)],
    ['base64 without its padding', btoa('after:memory:0001').replace(/=+$/, '')],
    ['base64 with spaces', ` ${btoa('after:memory:0001')}`],
    ['base64 with bits that do not count', 'YWZ0ZXI6YR=='],
    ['no UTF-8', btoa('after:\u00ff')],
    ['a URI as it is', 'memory:0001'],
    ['a number', 5],
    ['null', null],
    ['an object', {}],
    ['a list', [btoa('after:x')]],
  ])('is rejected: %s', async (_, cursor) => {
    const { served, log } = serve(new Memory(numbered(3)));
    expect(wire(await outcome(served.list({ cursor: cursor as string })))).toEqual(invalidCursor);
    expect(wire(await outcome(served.listTemplates({ cursor: cursor as string })))).toEqual(invalidCursor);
    expect(log).toEqual([]);
  });

  test('is rejected for any string', async () => {
    const { served } = serve(new Memory({}));
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: anyCharacter }), async (cursor) => {
        expect(wire(await outcome(served.list({ cursor })))).toEqual(invalidCursor);
      }),
      { numRuns: runs(5000) },
    );
  });
});

describe('resources.listTemplates', () => {
  test('returns one page', async () => {
    expect(await serve(new Memory({})).served.listTemplates()).toEqual({
      resourceTemplates: [{ uriTemplate: 'memory:{name}', name: 'text' }],
    });
  });

  test('returns an internal error if the reader fails', async () => {
    class Broken extends Memory {
      override get templates(): never {
        throw new Error('secret');
      }
    }
    const { served, log } = serve(new Broken({}));
    expect(await outcome(served.listTemplates())).toMatchObject({ code: -32603, message: 'Internal error' });
    expect(log).toEqual([
      [expect.stringMatching(/^The list of resource templates could not be made \[.{36}\]$/), new Error('secret')],
    ]);
  });
});

describe('resources.read', () => {
  test('returns the contents', async () => {
    expect(await serve(new Memory({ 'memory:a': 'A' })).served.read({ uri: 'memory:a' })).toEqual({
      contents: [{ uri: 'memory:a', mimeType: 'text/plain', text: 'A' }],
    });
  });

  test.each([
    ['2024-11-05', -32002],
    ['2025-03-26', -32002],
    ['2025-06-18', -32002],
    ['2025-11-25', -32002],
    ['2026-07-28', -32602],
  ])('with revision %s rejects an unknown URI with %s', async (revision, code) => {
    const { served, log } = serve(new Memory({}));
    const error = await outcome(served.read({ uri: 'memory:none' }, { client: { revision } }));
    expect(wire(error)).toEqual({ code, message: 'No resource at "memory:none"', data: { uri: 'memory:none' } });
    expect([(error as Error).cause, log]).toEqual(['It was never written', []]);
  });

  test('keeps the error of the reader in process', async () => {
    const error = await outcome(serve(new Memory({})).served.read({ uri: 'memory:none' }));
    expect(error).toBeInstanceOf(NotFoundError);
    expect(wire(error).code).toBe(-32602);
  });

  test.each([[undefined], [{}], [{ uri: 5 }], [{ uri: null }], [{ uri: ['memory:a'] }]])(
    'wants a URI, and %j has none',
    async (params) => {
      expect(wire(await outcome(serve(new Memory({})).served.read(params as { uri: string })))).toEqual({
        code: -32602,
        message: 'A resource must be named by a URI',
        data: undefined,
      });
    },
  );

  test('returns an internal error and logs its cause under the id', async () => {
    const cause = new Error('secret');
    class Broken extends Memory {
      override read(): never {
        throw cause;
      }
      override list(): never {
        throw cause;
      }
    }
    const { served, log } = serve(new Broken({}));
    for (const work of [() => served.read({ uri: 'memory:a' }), () => served.list()]) {
      const { code, message, data } = (await outcome(work())) as RequestError;
      const { id } = data as { id: string };
      expect({ code, message, data }).toEqual({ code: -32603, message: 'Internal error', data: { id } });
      expect(log.pop()).toEqual([expect.stringContaining(`[${id}]`), cause]);
    }
  });

  test('keeps errors that are meant for the client', async () => {
    const told = new RequestError('Sign in first', { code: 401 });
    class Shut extends Memory {
      override async read(): Promise<never> {
        throw told;
      }
    }
    const { served, log } = serve(new Shut({}));
    expect([await outcome(served.read({ uri: 'memory:a' })), log]).toEqual([told, []]);
  });
});

/** Never ends, and collects the signals that it is given. */
class Hanging extends ResourceReader {
  readonly signals: (AbortSignal | undefined)[] = [];
  readonly #wait = (call?: CallOptions) => {
    this.signals.push(call?.signal);
    return new Promise<never>(() => {});
  };

  override read(_uri: string, call?: CallOptions) {
    return this.#wait(call);
  }

  override async *list(options?: ListOptions) {
    yield await this.#wait(options);
  }

  override watch(_uri: string, _changed: () => void, call?: CallOptions) {
    return this.#wait(call);
  }
}

const hangingWork: [string, (served: Resources, call: CallOptions) => Promise<unknown>][] = [
  ['reading', (served, call) => served.read({ uri: 'memory:a' }, call)],
  ['listing', (served, call) => served.list({}, call)],
  ['subscribing', (served, call) => served.subscriptions(() => {}).add('memory:a', call)],
];

describe.each(hangingWork)('%s', (_, work) => {
  test('ends after limits.readMs and aborts the reader', async () => {
    const hanging = new Hanging();
    const { served, log } = serve(hanging, { limits: { readMs: 30 } });
    expect(wire(await outcome(work(served, {})))).toEqual({
      code: -32603,
      message: expect.stringMatching(/^(A resource|The list of resources) did not answer within 30 ms$/),
      data: { limitMs: 30 },
    });
    expect([hanging.signals.map((signal) => signal?.aborted), log]).toEqual([[true], []]);
  });

  test('ends with the reason of a caller who aborts', async () => {
    const hanging = new Hanging();
    const { served, log } = serve(hanging);
    const caller = new AbortController();
    const ended = outcome(work(served, { signal: caller.signal }));
    await turn();
    caller.abort('changed my mind');
    expect([await ended, hanging.signals.map((signal) => signal?.reason), log]).toEqual([
      'changed my mind',
      ['changed my mind'],
      [],
    ]);
    expect(await outcome(work(served, { signal: caller.signal }))).toBe('changed my mind');
  });
});

/** Tells of changes when it is told to. */
class Watched extends Memory {
  readonly watches = new Map<string, Set<() => void>>();

  override async watch(uri: string, changed: () => void, _call?: CallOptions): Promise<() => void> {
    await this.read(uri);
    const listeners = this.watches.get(uri) ?? new Set();
    this.watches.set(uri, listeners.add(changed));
    return () => void listeners.delete(changed);
  }

  change(uri: string) {
    for (const changed of this.watches.get(uri) ?? []) changed();
  }

  get count() {
    return [...this.watches.values()].reduce((sum, { size }) => sum + size, 0);
  }
}

describe('resources.subscriptions', () => {
  const texts = { 'memory:a': '', 'memory:b': '', 'memory:c': '' };

  function subscribing(watched = new Watched(texts), options: Serving = {}) {
    const { served, log } = serve(watched, options);
    const told: string[] = [];
    return { served, log, told, watched, subscriptions: served.subscriptions((uri) => told.push(uri)) };
  }

  test('are available if the reader can watch', () => {
    expect([serve(new Memory({})).served.canSubscribe, serve(new Watched({})).served.canSubscribe]).toEqual([
      false,
      true,
    ]);
  });

  test('notify of changes until they end', async () => {
    const { told, watched, subscriptions } = subscribing();
    await subscriptions.add('memory:a');
    await subscriptions.add('memory:b');
    watched.change('memory:a');
    watched.change('memory:c');
    await subscriptions.remove('memory:a');
    watched.change('memory:a');
    watched.change('memory:b');
    expect([told, watched.count]).toEqual([['memory:a', 'memory:b'], 1]);
  });

  test('watch each resource once', async () => {
    const { watched, told, subscriptions } = subscribing();
    await Promise.all([subscriptions.add('memory:a'), subscriptions.add('memory:a')]);
    await subscriptions.add('memory:a');
    watched.change('memory:a');
    expect([watched.count, told]).toEqual([1, ['memory:a']]);
    await subscriptions.remove('memory:a');
    await subscriptions.remove('memory:a');
    expect(watched.count).toBe(0);
  });

  test('are separate for each connection', async () => {
    const { served, told, watched, subscriptions } = subscribing();
    const others: string[] = [];
    const other = served.subscriptions((uri) => others.push(uri));
    await subscriptions.add('memory:a');
    await other.add('memory:a');
    subscriptions.end();
    await turn();
    watched.change('memory:a');
    expect([told, others]).toEqual([[], ['memory:a']]);
  });

  test('are limited to limits.subscriptions, by default 100', async () => {
    const uris = Object.keys(numbered(101));
    const { subscriptions } = subscribing(new Watched(numbered(101)));
    for (const uri of uris.slice(0, 100)) await subscriptions.add(uri);
    const last = uris[100] as string;
    expect(wire(await outcome(subscriptions.add(last)))).toEqual({
      code: -32602,
      message: 'There are 100 subscriptions already. Unsubscribe from a resource first.',
      data: { subscriptions: 100 },
    });
    await subscriptions.add('memory:0000');
    await subscriptions.remove('memory:0000');
    await subscriptions.add(last);
  });

  test('count while pending, not after a failure', async () => {
    const { subscriptions } = subscribing(new Watched(texts), { limits: { subscriptions: 1 } });
    const both = await Promise.allSettled([subscriptions.add('memory:a'), subscriptions.add('memory:b')]);
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    await subscriptions.remove('memory:a');
    await expect(subscriptions.add('memory:none')).rejects.toBeInstanceOf(NotFoundError);
    await subscriptions.add('memory:c');
  });

  test('reject an unknown URI with the code of the revision', async () => {
    const { subscriptions } = subscribing();
    const code = async (revision: string) =>
      wire(await outcome(subscriptions.add('memory:none', { client: { revision } }))).code;
    expect([await code('2025-11-25'), await code('2026-07-28')]).toEqual([-32002, -32602]);
  });

  test('require a URI', async () => {
    const { subscriptions } = subscribing();
    const unnamed = { code: -32602, message: 'A resource must be named by a URI', data: undefined };
    for (const uri of [undefined, 5, null, {}] as (string | undefined)[]) {
      expect(wire(await outcome(subscriptions.add(uri)))).toEqual(unnamed);
      expect(wire(await outcome(subscriptions.remove(uri)))).toEqual(unnamed);
    }
  });

  test('end together, including pending ones', async () => {
    const { watched, subscriptions } = subscribing();
    await subscriptions.add('memory:a');
    const late = subscriptions.add('memory:b');
    subscriptions.end();
    await late;
    await turn();
    expect(watched.count).toBe(0);
  });

  test('may end while pending, even if they fail', async () => {
    const { watched, subscriptions } = subscribing();
    const failing = outcome(subscriptions.add('memory:none'));
    await subscriptions.remove('memory:none');
    expect(await failing).toBeInstanceOf(NotFoundError);
    const fine = subscriptions.add('memory:a');
    await subscriptions.remove('memory:a');
    await fine;
    expect(watched.count).toBe(0);
  });

  test('ignore notifications after their end', async () => {
    let tell = () => {};
    class Deaf extends Watched {
      override async watch(_uri: string, changed: () => void) {
        tell = changed;
        return () => {};
      }
    }
    const { told, subscriptions } = subscribing(new Deaf({}));
    await subscriptions.add('memory:a');
    tell();
    await subscriptions.remove('memory:a');
    tell();
    expect(told).toEqual(['memory:a']);
  });

  test('receive notifications before the watch has begun', async () => {
    class Eager extends Watched {
      override watch(uri: string, changed: () => void) {
        changed();
        return super.watch(uri, changed);
      }
    }
    const { told, subscriptions } = subscribing(new Eager(texts));
    await subscriptions.add('memory:a');
    expect(told).toEqual(['memory:a']);
  });

  /** Watches only when it is let, and not before. */
  class Slow extends Watched {
    readonly #waiting: (() => void)[] = [];

    override async watch(uri: string, changed: () => void): Promise<() => void> {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
      return super.watch(uri, changed);
    }

    async go() {
      for (const each of this.#waiting.splice(0)) each();
      await turn();
    }
  }

  test('end their watch if it begins after the timeout', async () => {
    const slow = new Slow(texts);
    const { subscriptions } = subscribing(slow, { limits: { readMs: 20 } });
    expect(wire(await outcome(subscriptions.add('memory:a'))).data).toEqual({ limitMs: 20 });
    await slow.go();
    expect(slow.count).toBe(0);
  });

  test('survive the cancellation of another request', async () => {
    const slow = new Slow(texts);
    const { subscriptions } = subscribing(slow);
    const caller = new AbortController();
    const cancelled = outcome(subscriptions.add('memory:a', { signal: caller.signal }));
    const others = Promise.all([subscriptions.add('memory:a'), subscriptions.add('memory:a')]);
    caller.abort('changed my mind');
    expect(await cancelled).toBe('changed my mind');
    await slow.go();
    await others;
    expect(slow.count).toBe(1);
  });

  test.each([
    [
      'throws',
      (): never => {
        throw new Error('secret');
      },
    ],
    ['rejects', () => Promise.reject(new Error('secret'))],
  ])('end and log the error when the reader %s', async (_, fail) => {
    class Clinging extends Watched {
      override async watch(): Promise<() => void> {
        return fail;
      }
    }
    const { log, subscriptions } = subscribing(new Clinging({}));
    await subscriptions.add('memory:a');
    await subscriptions.remove('memory:a');
    await turn();
    expect(log).toEqual([['A watch on a resource failed to end', new Error('secret')]]);
  });
});
