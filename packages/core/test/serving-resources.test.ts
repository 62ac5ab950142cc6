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
import { anyCharacter, webUri } from './support/characters.ts';
import { runs } from '../../../build/jest/runs.ts';
import { pagesOf } from './support/pages.ts';

const entryOf = (uri: string): ListedResource => ({ uri, name: uri });

/** A reader of text in memory, by URI. */
class Memory extends ResourceReader {
  readonly requests: ListOptions[] = [];
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
    this.requests.push(options);
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

describe('Runtime.resources', () => {
  test('is undefined without a reader', () => {
    expect(new Runtime({ prompts: [] }).resources).toBeUndefined();
  });
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

  test('returns pages of 100 resources by default', async () => {
    const sizes = (await pagesOf(serve(new Memory(numbered(201))).served)).map(({ length }) => length);
    expect(sizes).toEqual([100, 100, 1]);
  });

  test('returns cursors without the URIs that accepts() rejects', async () => {
    class Partly extends Memory {
      override accepts(uri: string): boolean {
        return !uri.includes('secret');
      }
      override async *list() {
        for (const uri of ['memory:secret', 'memory:1', 'memory:2', 'memory:3']) yield entryOf(uri);
      }
    }
    const { served } = serve(new Partly({}), { pageSize: 2 });
    const { nextCursor = '' } = await served.list();
    expect(Buffer.from(nextCursor, 'base64').toString()).not.toContain('secret');
    expect(await pagesOf(served)).toEqual([['memory:1', 'memory:2'], ['memory:3']]);
  });

  test('continues after URIs of 48,000 characters', async () => {
    const uris = ['1', '2', '3', '4'].map((each) => `memory:${each.repeat(48_000)}`);
    const { served } = serve(new Memory(Object.fromEntries(uris.map((uri) => [uri, '']))), { pageSize: 2 });
    expect(await pagesOf(served)).toEqual([uris.slice(0, 2), uris.slice(2)]);
  });

  test('continues after a resource that was removed', async () => {
    const { nextCursor } = await serve(new Memory(numbered(3)), { pageSize: 2 }).served.list();
    const { 'memory:0001': _removed, ...left } = numbered(4);
    expect(await serve(new Memory(left)).served.list({ cursor: nextCursor as string })).toEqual({
      resources: [entryOf('memory:0002'), entryOf('memory:0003')],
    });
  });

  test('reads only one resource more than the page size', async () => {
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
        webUri,
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
    expect(memory.requests).toEqual([
      { ...known, meta: {} },
      { ...known, meta: { traceparent: '00-1' }, auth, requestId: 7 },
    ]);
  });
});

describe('ResourceReader output in Runtime.resources', () => {
  test.each<[string, Partial<ListedResource>]>([
    ['a URI with spaces', { uri: 'memory: a' }],
    ['a negative size', { size: -1 }],
    ['an unknown property', { owner: 'me' } as object],
  ])('rejects an entry with %s', async (_, wrong) => {
    class Wrong extends Memory {
      override async *list() {
        yield { ...entryOf('memory:a'), ...wrong };
      }
    }
    await expect(serve(new Wrong({})).served.list()).rejects.toMatchObject({ code: -32603, message: 'Internal error' });
  });

  test('rejects contents larger than answerBytes', async () => {
    const { served } = serve(new Memory({ 'memory:a': 'x'.repeat(17_000_000) }));
    await expect(served.read({ uri: 'memory:a' })).rejects.toMatchObject({ code: -32603, message: 'Internal error' });
  });

  test('sets a default MIME type', async () => {
    class Untyped extends ResourceReader {
      override async read(uri: string): Promise<ResourceContents> {
        return { uri, text: 'a' };
      }
    }
    expect(await serve(new Untyped()).served.read({ uri: 'memory:a' })).toEqual({
      contents: [{ uri: 'memory:a', mimeType: 'text/plain', text: 'a' }],
    });
  });
});

const invalidCursor = { code: -32602, message: 'Invalid cursor: request the list without a cursor', data: undefined };

describe('resources.list with an invalid cursor', () => {
  test.each([
    ['an empty string', ''],
    ['a string that is not base64', '%%%'],
    ['base64 of something else', btoa('before:memory:0001')],
    ['incomplete base64', btoa('x').slice(0, 1)],
    ['base64 without its padding', btoa('after:memory:0001').replace(/=+$/, '')],
    ['base64 with spaces', ` ${btoa('after:memory:0001')}`],
    ['base64 with unused bits set', 'YWZ0ZXI6YR=='],
    ['invalid UTF-8', btoa('after:\u00ff')],
    ['a plain URI', 'memory:0001'],
    ['a number', 5],
    ['null', null],
    ['an object', {}],
    ['a list', [btoa('after:x')]],
  ])('rejects %s', async (_, cursor) => {
    const { served, log } = serve(new Memory(numbered(3)));
    expect(wire(await outcome(served.list({ cursor: cursor as string })))).toEqual(invalidCursor);
    expect(wire(await outcome(served.listTemplates({ cursor: cursor as string })))).toEqual(invalidCursor);
    expect(log).toEqual([]);
  });

  test('rejects any string', async () => {
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
      [expect.stringMatching(/^The list of resource templates could not be created \[.{36}\]$/), new Error('secret')],
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
  ])('rejects an unknown URI in revision %s with the code %s', async (revision, code) => {
    const { served, log } = serve(new Memory({}));
    const error = await outcome(served.read({ uri: 'memory:none' }, { client: { revision } }));
    expect(wire(error)).toEqual({ code, message: 'No resource at "memory:none"', data: { uri: 'memory:none' } });
    expect([(error as Error).cause, log]).toEqual(['It was never written', []]);
  });

  test('rejects with the error of the reader if the application reads in process', async () => {
    const error = await outcome(serve(new Memory({})).served.read({ uri: 'memory:none' }));
    expect(error).toBeInstanceOf(NotFoundError);
    expect(wire(error).code).toBe(-32602);
  });

  test.each([[undefined], [{}], [{ uri: 5 }], [{ uri: null }], [{ uri: ['memory:a'] }]])(
    'rejects params without a URI: %j',
    async (params) => {
      expect(wire(await outcome(serve(new Memory({})).served.read(params as { uri: string })))).toEqual({
        code: -32602,
        message: 'The URI of a resource must be a string',
        data: undefined,
      });
    },
  );

  test('returns an internal error with an id, and logs the cause under that id', async () => {
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

  test('keeps a RequestError of the reader', async () => {
    const fault = new RequestError('Sign in first', { code: 401 });
    class Shut extends Memory {
      override async read(): Promise<never> {
        throw fault;
      }
    }
    const { served, log } = serve(new Shut({}));
    expect([await outcome(served.read({ uri: 'memory:a' })), log]).toEqual([fault, []]);
  });
});

/** A reader that never responds, and collects the signals of its calls. */
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
  ['resources.read', (served, call) => served.read({ uri: 'memory:a' }, call)],
  ['resources.list', (served, call) => served.list({}, call)],
  ['resources.subscriptions.add', (served, call) => served.subscriptions(() => {}).add('memory:a', call)],
];

describe.each(hangingWork)('%s with a hanging reader', (_, work) => {
  test('rejects after limits.readMs and aborts the reader', async () => {
    const hanging = new Hanging();
    const { served, log } = serve(hanging, { limits: { readMs: 30 } });
    expect(wire(await outcome(work(served, {})))).toEqual({
      code: -32603,
      message: expect.stringMatching(/^(A resource|The list of resources) did not answer within 30 ms$/),
      data: { limitMs: 30 },
    });
    expect([hanging.signals.map((signal) => signal?.aborted), log]).toEqual([[true], []]);
  });

  test('rejects with the reason of the caller when aborted', async () => {
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

/** A reader that reports changes on demand. */
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
    const updated: string[] = [];
    return { served, log, updated, watched, subscriptions: served.subscriptions((uri) => updated.push(uri)) };
  }

  test('is available only if the reader can watch', () => {
    expect([serve(new Memory({})).served.canSubscribe, serve(new Watched({})).served.canSubscribe]).toEqual([
      false,
      true,
    ]);
  });

  test('notifies of changes until removed', async () => {
    const { updated, watched, subscriptions } = subscribing();
    await subscriptions.add('memory:a');
    await subscriptions.add('memory:b');
    watched.change('memory:a');
    watched.change('memory:c');
    await subscriptions.remove('memory:a');
    watched.change('memory:a');
    watched.change('memory:b');
    expect([updated, watched.count]).toEqual([['memory:a', 'memory:b'], 1]);
  });

  test('watches a resource once even if several subscriptions exist', async () => {
    const { watched, updated, subscriptions } = subscribing();
    await Promise.all([subscriptions.add('memory:a'), subscriptions.add('memory:a')]);
    await subscriptions.add('memory:a');
    watched.change('memory:a');
    expect([watched.count, updated]).toEqual([1, ['memory:a']]);
    await subscriptions.remove('memory:a');
    await subscriptions.remove('memory:a');
    expect(watched.count).toBe(0);
  });

  test('separates the subscriptions of each connection', async () => {
    const { served, updated, watched, subscriptions } = subscribing();
    const others: string[] = [];
    const other = served.subscriptions((uri) => others.push(uri));
    await subscriptions.add('memory:a');
    await other.add('memory:a');
    subscriptions.end();
    await turn();
    watched.change('memory:a');
    expect([updated, others]).toEqual([[], ['memory:a']]);
  });

  test('allows 100 subscriptions by default', async () => {
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

  test('counts pending subscriptions, but not failed subscriptions', async () => {
    const { subscriptions } = subscribing(new Watched(texts), { limits: { subscriptions: 1 } });
    const both = await Promise.allSettled([subscriptions.add('memory:a'), subscriptions.add('memory:b')]);
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    await subscriptions.remove('memory:a');
    await expect(subscriptions.add('memory:none')).rejects.toBeInstanceOf(NotFoundError);
    await subscriptions.add('memory:c');
  });

  test('rejects an unknown URI with the code of the revision', async () => {
    const { subscriptions } = subscribing();
    const code = async (revision: string) =>
      wire(await outcome(subscriptions.add('memory:none', { client: { revision } }))).code;
    expect([await code('2025-11-25'), await code('2026-07-28')]).toEqual([-32002, -32602]);
  });

  test('rejects a missing or invalid URI', async () => {
    const { subscriptions } = subscribing();
    const unnamed = { code: -32602, message: 'The URI of a resource must be a string', data: undefined };
    for (const uri of [undefined, 5, null, {}] as (string | undefined)[]) {
      expect(wire(await outcome(subscriptions.add(uri)))).toEqual(unnamed);
      expect(wire(await outcome(subscriptions.remove(uri)))).toEqual(unnamed);
    }
  });

  test('ends all subscriptions, including pending subscriptions', async () => {
    const { watched, subscriptions } = subscribing();
    await subscriptions.add('memory:a');
    const late = subscriptions.add('memory:b');
    subscriptions.end();
    await late;
    await turn();
    expect(watched.count).toBe(0);
  });

  test('unsubscribing removes a pending subscription, even if the subscription then fails', async () => {
    const { watched, subscriptions } = subscribing();
    const failing = outcome(subscriptions.add('memory:none'));
    await subscriptions.remove('memory:none');
    expect(await failing).toBeInstanceOf(NotFoundError);
    const fine = subscriptions.add('memory:a');
    await subscriptions.remove('memory:a');
    await fine;
    expect(watched.count).toBe(0);
  });

  test('ignores changes reported after removal', async () => {
    let report = () => {};
    class Deaf extends Watched {
      override async watch(_uri: string, changed: () => void) {
        report = changed;
        return () => {};
      }
    }
    const { updated, subscriptions } = subscribing(new Deaf({}));
    await subscriptions.add('memory:a');
    report();
    await subscriptions.remove('memory:a');
    report();
    expect(updated).toEqual(['memory:a']);
  });

  test('notifies about changes reported before the watch starts', async () => {
    class Eager extends Watched {
      override watch(uri: string, changed: () => void) {
        changed();
        return super.watch(uri, changed);
      }
    }
    const { updated, subscriptions } = subscribing(new Eager(texts));
    await subscriptions.add('memory:a');
    expect(updated).toEqual(['memory:a']);
  });

  /** A reader that starts to watch when `go` is called. */
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

  test('ends a watch that starts after the timeout', async () => {
    const slow = new Slow(texts);
    const { subscriptions } = subscribing(slow, { limits: { readMs: 20 } });
    expect(wire(await outcome(subscriptions.add('memory:a'))).data).toEqual({ limitMs: 20 });
    await slow.go();
    expect(slow.count).toBe(0);
  });

  test('keeps a subscription if a concurrent subscribe request is cancelled', async () => {
    const slow = new Slow(texts);
    const { subscriptions } = subscribing(slow);
    const caller = new AbortController();
    const cancelled = outcome(subscriptions.add('memory:a', { signal: caller.signal }));
    const others = Promise.all([subscriptions.add('memory:a'), subscriptions.add('memory:a')]);
    caller.abort('changed my mind');
    expect(await cancelled).toBe('changed my mind');
    await turn(); // Another request starts the watch.
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
  ])('logs the error when a watch fails to end: %s', async (_, fail) => {
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
