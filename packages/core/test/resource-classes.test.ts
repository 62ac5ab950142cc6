import {
  Arg,
  type DataResource,
  Complete,
  type CompletionContext,
  definePack,
  defineResource,
  InvalidCursorError,
  type ListPosition,
  mount,
  NotFoundError,
  onReadResource,
  Registry,
  type RequestContext,
  RequestError,
  Resource,
  type ResourceHandler,
  type ResourceInstance,
  ResourceReader,
  type Resources,
  Runtime,
  type RuntimeOptions,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { processorMs } from '../../../build/jest/processor-time.ts';
import { IsIn, IsInt, Matches, Max } from 'class-validator';
import { size } from '../../../build/jest/runs.ts';
import { notified, useFakeTime } from '../../../build/jest/fake-time.ts';
import { pagesOf } from './support/pages.ts';

const logger = { error() {}, warn() {} };
const resourcesOf = (resources: RuntimeOptions['resources'] & object, options: Partial<RuntimeOptions> = {}) =>
  new Runtime({ logger, resources, ...options }).resources as Resources;
const outcome = (work: Promise<unknown>) => work.catch((error: unknown) => error);
const wire = (error: unknown) => {
  const { code, message, data } = error as RequestError;
  return { code, message, data };
};
const json = (uri: string, value: unknown) => ({
  contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(value) }],
});

class OrderId {
  @Arg({ description: 'The number of the order' })
  @IsInt()
  @Max(100)
  id!: number;
}

describe('Resource()', () => {
  test('lists and reads a resource with a fixed URI', async () => {
    @Resource({
      uri: 'config:limits',
      title: 'Limits',
      description: 'What is allowed',
      mimeType: 'text/markdown',
      icons: [{ src: 'https://example.com/limits.png' }],
      annotations: { audience: ['user'], priority: 0.5 },
      size: 4,
    })
    class LimitsResource implements ResourceHandler {
      read() {
        return 'none';
      }
    }
    const resources = resourcesOf([LimitsResource]);
    expect(await resources.list()).toEqual({
      resources: [
        {
          uri: 'config:limits',
          name: 'limits',
          title: 'Limits',
          description: 'What is allowed',
          mimeType: 'text/markdown',
          icons: [{ src: 'https://example.com/limits.png' }],
          annotations: { audience: ['user'], priority: 0.5 },
          size: 4,
        },
      ],
    });
    expect(await resources.listTemplates()).toEqual({ resourceTemplates: [] });
    expect(await resources.read({ uri: 'config:limits' })).toEqual({
      contents: [{ uri: 'config:limits', mimeType: 'text/markdown', text: 'none' }],
    });
  });

  test('lists a template and reads its URIs with validated arguments', async () => {
    @Resource({ uri: 'orders://{id}', args: OrderId, mimeType: 'application/json', description: 'An order' })
    class OrderResource implements ResourceHandler<OrderId> {
      read({ id }: OrderId) {
        return id === 7 ? undefined : { id, total: id * 10 };
      }
    }
    const resources = resourcesOf([OrderResource]);
    expect(await resources.list()).toEqual({ resources: [] });
    expect(await resources.listTemplates()).toEqual({
      resourceTemplates: [
        { uriTemplate: 'orders://{id}', name: 'order', description: 'An order', mimeType: 'application/json' },
      ],
    });
    expect(await resources.read({ uri: 'orders://5' })).toEqual(json('orders://5', { id: 5, total: 50 }));
    const refusals = ['orders://x', 'orders://101', 'orders://7', 'orders://5/6', 'orders:5', ''];
    expect(await Promise.all(refusals.map(async (uri) => wire(await outcome(resources.read({ uri })))))).toEqual([
      {
        code: -32602,
        message: 'Invalid arguments for resource "order": id must be a number',
        data: {
          resource: 'order',
          errors: [{ argument: 'id', rule: 'isNumber', message: 'id must be a number', expected: 'a number' }],
        },
      },
      {
        code: -32602,
        message: 'Invalid arguments for resource "order": id must not be greater than 100',
        data: {
          resource: 'order',
          errors: [
            { argument: 'id', rule: 'max', message: 'id must not be greater than 100', expected: 'at most 100' },
          ],
        },
      },
      ...['orders://7', 'orders://5/6', 'orders:5', ''].map((uri) => ({
        code: -32602,
        message: `No resource at "${uri}"`,
        data: { uri },
      })),
    ]);
    const client = { revision: '2025-11-25' };
    expect(wire(await outcome(resources.read({ uri: 'orders://7' }, { client })))).toEqual({
      code: -32002,
      message: 'No resource at "orders://7"',
      data: { uri: 'orders://7' },
    });
  });

  test('reads lists and optional arguments from the URI', async () => {
    class Search {
      @Arg({ items: Number }) ids!: number[];
      @Arg() limit = 10;
      @Arg({ required: false, name: 'in' }) folder?: string;
    }

    @Resource({ uri: 'find://orders{/ids*}{?limit,in}', args: Search })
    class Found implements ResourceHandler<Search> {
      read({ ids, limit, folder }: Search) {
        return { ids, limit, folder };
      }
    }
    const resources = resourcesOf([Found]);
    const [first, second] = ['find://orders/1/2', 'find://orders/1?in=a%20b&limit=5'];
    expect(await resources.read({ uri: first })).toEqual(json(first, { ids: [1, 2], limit: 10 }));
    expect(await resources.read({ uri: second })).toEqual(json(second, { ids: [1], limit: 5, folder: 'a b' }));
  });

  test.each<[string, unknown, object]>([
    ['a string', 'Hello', [{ uri: 'a:b', mimeType: 'text/plain', text: 'Hello' }]],
    ['an empty string', '', [{ uri: 'a:b', mimeType: 'text/plain', text: '' }]],
    ['bytes', new Uint8Array([1, 2, 255]), [{ uri: 'a:b', mimeType: 'application/octet-stream', blob: 'AQL/' }]],
    ['an object', { uri: 'x', size: 1 }, [{ uri: 'a:b', mimeType: 'application/json', text: '{"uri":"x","size":1}' }]],
    ['a list', ['x', 1], [{ uri: 'a:b', mimeType: 'application/json', text: '["x",1]' }]],
    ['an empty list', [], [{ uri: 'a:b', mimeType: 'application/json', text: '[]' }]],
    ['a number', 5, [{ uri: 'a:b', mimeType: 'application/json', text: '5' }]],
    ['contents', { uri: 'a:c', text: 'c' }, [{ uri: 'a:c', mimeType: 'text/plain', text: 'c' }]],
    [
      'several contents',
      [
        { uri: 'a:c', text: 'c' },
        { uri: 'a:d', blob: 'AAAA', mimeType: 'image/png' },
      ],
      [
        { uri: 'a:c', mimeType: 'text/plain', text: 'c' },
        { uri: 'a:d', mimeType: 'image/png', blob: 'AAAA' },
      ],
    ],
    ['a result', { contents: [{ uri: 'a:c', text: '' }] }, [{ uri: 'a:c', mimeType: 'text/plain', text: '' }]],
  ])('accepts the output: %s', async (_, output, contents) => {
    const resource = defineResource({ name: 'b', uri: 'a:b', read: async () => output as object });
    expect(await resourcesOf([resource]).read({ uri: 'a:b' })).toEqual({ contents });
  });

  const circle: { self?: unknown } = {};
  circle.self = circle;
  const NO_JSON =
    'returned a value that is not JSON: return a string, bytes, resource contents, or a value that JSON can represent';
  const NO_URI = 'result.contents[0].uri must be an absolute URI, with all invalid characters percent-encoded';

  test.each<[string, unknown, string]>([
    ['invalid contents', { uri: 'no uri', text: '' }, `returned an invalid result: ${NO_URI}`],
    ['a function', () => {}, NO_JSON],
    ['a circular object', circle, NO_JSON],
    ['a Map', new Map([['a', 1]]), NO_JSON],
    ['an object with a Set', { tags: new Set(['a']) }, NO_JSON],
    ['too long a string', 'x'.repeat(101), 'has a result that exceeds `limits.answerBytes`'],
    ['too many bytes', new Uint8Array(101), 'has a result that exceeds `limits.answerBytes`'],
    ['too much JSON', { x: 'x'.repeat(101) }, 'has a result that exceeds `limits.answerBytes`'],
  ])('rejects the output: %s', async (_, output, problem) => {
    const resource = defineResource({ name: 'b', uri: 'a:b', read: () => output as object });
    const error = await outcome(resourcesOf([resource], { limits: { answerBytes: 100 } }).read({ uri: 'a:b' }));
    expect(error).toMatchObject({ name: 'InternalError', code: -32603, message: 'Internal error', problem });
  });

  test('asks the user with context.ask', async () => {
    class Confirmation {
      @Arg() sure!: boolean;
    }

    @Resource({ uri: 'vault:key' })
    class Key implements ResourceHandler {
      async read(_args: object, context: RequestContext) {
        const { sure } = await context.ask(Confirmation, 'Show the key?');
        return sure ? 'secret' : 'hidden';
      }
    }
    const elicit = async () => ({ action: 'accept' as const, content: { sure: true } });
    const client = { revision: '2025-11-25', capabilities: { elicitation: {} } };
    expect(await resourcesOf([Key]).read({ uri: 'vault:key' }, { elicit, client })).toEqual({
      contents: [{ uri: 'vault:key', mimeType: 'text/plain', text: 'secret' }],
    });
  });

  test('times out after limits.readMs and aborts the signal of the context', async () => {
    const aborted: boolean[] = [];
    const slow = defineResource({
      name: 'slow',
      uri: 'slow:one',
      read: (_, { signal }) =>
        new Promise<string>(() => signal.addEventListener('abort', () => aborted.push(true), { once: true })),
    });
    const error = await outcome(resourcesOf([slow], { limits: { readMs: 20 } }).read({ uri: 'slow:one' }));
    expect(wire(error)).toEqual({
      code: -32603,
      message: 'Resource "slow" did not answer within 20 ms',
      data: { limitMs: 20 },
    });
    expect(aborted).toEqual([true]);
  });

  test('reports progress and writes to the log', async () => {
    const messages: unknown[] = [];
    const long = defineResource({
      name: 'long',
      uri: 'long:one',
      read(_args, context) {
        context.progress(1, 2, 'half');
        context.log('info', 'read');
        return 'text';
      },
    });
    await resourcesOf([long]).read(
      { uri: 'long:one' },
      { progress: (...args) => messages.push(args), log: (...args) => messages.push(args) },
    );
    expect(messages).toEqual([
      [1, 2, 'half'],
      ['info', 'read', undefined],
    ]);
  });

  test('runs the interceptors of the runtime and of the resource', async () => {
    const seen: unknown[] = [];
    const note = (by: string) =>
      onReadResource((call, next) => {
        seen.push([by, call.params, call.definition?.name]);
        return next();
      });
    const order = defineResource({
      name: 'order',
      uri: 'orders://{id}',
      args: [{ name: 'id' }],
      interceptors: [note('own')],
      read: ({ id }) => String(id),
    });
    await resourcesOf([order], { interceptors: [note('runtime')] }).read({ uri: 'orders://a' });
    expect(seen).toEqual([
      ['runtime', { uri: 'orders://a' }, 'order'],
      ['own', { uri: 'orders://a' }, 'order'],
    ]);
  });

  test('completes the variables of its template', async () => {
    class Place {
      @Arg() @IsIn(['north', 'south']) region!: string;
      @Arg({ complete: ['a1', 'b2'] }) shelf!: string;
      @Arg() box!: string;
    }

    @Resource({ uri: 'stock://{region}/{shelf}/{box}', args: Place })
    class Stock implements ResourceHandler<Place> {
      read({ region }: Place) {
        return region;
      }

      @Complete('box')
      boxes(typed: string, { arguments: { region, shelf } }: CompletionContext<Place>) {
        return [`${typed}-${region}-${shelf}`];
      }
    }
    const runtime = new Runtime({ resources: [Stock], logger });
    const ref = { type: 'ref/resource' as const, uri: 'stock://{region}/{shelf}/{box}' };
    const values = async (name: string, value: string, given: Record<string, string> = {}) =>
      (await runtime.complete({ ref, argument: { name, value }, context: { arguments: given } })).completion.values;
    expect(await values('region', 's')).toEqual(['south']);
    expect(await values('shelf', 'b')).toEqual(['b2']);
    expect(await values('box', '1', { region: 'north', shelf: 'a1' })).toEqual(['1-north-a1']);
    expect(await values('nothing', '1')).toEqual([]);
  });

  test('reads in process with typed arguments', async () => {
    class Day {
      @Arg() date!: Date;
      @Arg({ items: String }) tags: string[] = [];
    }

    @Resource({ uri: 'days:{date}{?tags}', args: Day })
    class DayResource implements ResourceHandler<Day> {
      read({ date, tags }: Day) {
        return { year: date.getUTCFullYear(), tags };
      }
    }

    @Resource({ uri: 'days:none' })
    class Unlisted implements ResourceHandler {
      read() {
        return '';
      }
    }
    const resources = resourcesOf([DayResource]);
    const date = new Date('2026-01-02T00:00:00Z');
    const uri = 'days:2026-01-02T00%3A00%3A00.000Z?tags=a,b%2Cc';
    const answer = json(uri, { year: 2026, tags: ['a', 'b,c'] });
    expect(await resources.readAs(DayResource, { date, tags: ['a', 'b,c'] })).toEqual(answer);
    expect(await resources.read({ uri })).toEqual(answer);
    expect(wire(await outcome(resources.readAs(DayResource, {})))).toMatchObject({
      message: 'Invalid arguments for resource "day": date is required',
    });
    expect(await outcome(resources.readAs(Unlisted, {}))).toBeInstanceOf(NotFoundError);
    // @ts-expect-error -- a number is not a date
    await outcome(resources.readAs(DayResource, { date: 5 }));
  });
});

/** Text resources at any URI of a scheme. */
class Shelf extends ResourceReader {
  readonly uris: string[];

  constructor(...uris: string[]) {
    super();
    this.uris = uris;
  }

  override async read(uri: string) {
    return { uri, mimeType: 'text/plain', text: 'shelf' };
  }

  override async *list() {
    for (const uri of this.uris) yield { uri, name: uri };
  }

  override get templates() {
    return [{ uriTemplate: 'shelf:{name}', name: 'shelf' }];
  }
}

const fixed = (uri: string, options: Partial<DataResource<Readonly<Record<string, unknown>>>> = {}) =>
  defineResource({ name: uri.replace(/\W/g, '_'), uri, read: () => uri, ...options });
const numbered = (name: string, options: Partial<DataResource<Readonly<Record<string, unknown>>>> = {}) =>
  defineResource({
    name,
    uri: `${name}:{id}`,
    args: [{ name: 'id' }],
    read: ({ id }) => `${name} ${String(id)}`,
    ...options,
  });

const args = (...names: string[]) => names.map((name) => ({ name }));

describe('Runtime.resources with classes and readers', () => {
  test('lists fixed URIs before templates, and calls list() only when a page needs it', async () => {
    const listed: string[] = [];
    async function* list(after: ListPosition | undefined): AsyncGenerator<ResourceInstance> {
      for (let id = 1; id < 1000; id += 1) {
        const uri = `m:${String(id).padStart(3, '0')}`;
        if (after !== undefined && uri <= after.uri) continue;
        listed.push(uri);
        yield { args: { id: String(id).padStart(3, '0') }, title: `Number ${id}` };
      }
    }
    const resources = resourcesOf(
      [fixed('z:1'), numbered('m', { list }), new Shelf('a:1', 'm:0011', 'n:1'), fixed('b:1')],
      { pageSize: 3 },
    );
    const first = await resources.list();
    expect(first.resources).toEqual([
      { uri: 'b:1', name: 'b_1' },
      { uri: 'z:1', name: 'z_1' },
      { uri: 'm:001', name: '001', title: 'Number 1' },
    ]);
    const second = await resources.list({ cursor: first.nextCursor as string });
    expect(second.resources.map(({ uri }) => uri)).toEqual(['m:002', 'm:003', 'm:004']);
    expect(listed).toEqual(['m:001', 'm:002', 'm:002', 'm:003', 'm:004', 'm:005']);
  });

  test('sorts resources, although list() may return them in any order', async () => {
    const list = async () => ['3', '1', '2'].map((id) => ({ args: { id } }));
    expect(await pagesOf(resourcesOf([numbered('m', { list })], { pageSize: 2 }))).toEqual([['m:1', 'm:2'], ['m:3']]);
  });

  test('passes the arguments of the last listed URI to list()', async () => {
    const begun: unknown[] = [];
    const list = (after: ListPosition | undefined) => {
      begun.push(after);
      return ['1', '2', '3'].map((id) => ({ args: { id } }));
    };
    await pagesOf(resourcesOf([fixed('a:1'), numbered('m', { list }), fixed('z:1')], { pageSize: 2 }));
    expect(begun).toEqual([undefined, undefined, { uri: 'm:2', args: { id: '2' } }]);
  });

  const cursorAt = (position: unknown) => Buffer.from(`after:${JSON.stringify(position)}`).toString('base64');

  test.each<[string, unknown, string[] | string]>([
    ['no position', 5, 'InvalidCursorError'],
    ['null', null, 'InvalidCursorError'],
    ['a missing property', { sortKey: '', uri: 'a:1', first: '' }, 'InvalidCursorError'],
    ['a fractional count', { sortKey: '', uri: 'a:1', first: '', count: 0.5 }, 'InvalidCursorError'],
    ['a place before all', { sortKey: '', uri: '', first: '', count: 0 }, ['a:1', 'm:1', 'm:2', 'o:1']],
    [
      'a template that is hidden',
      { sortKey: 'hidden:{id}', uri: 'hidden:1', first: '', count: 0 },
      ['m:1', 'm:2', 'o:1'],
    ],
    ['a reader that is hidden', { sortKey: '~000001', uri: 's:1', first: '', count: 0 }, []],
    ['a place after all', { sortKey: '~~', uri: '', first: '', count: 0 }, []],
    ['a negative count', { sortKey: 'm:{id}', uri: 'm:1', first: 'm:2', count: -1 }, ['m:2', 'o:1']],
    ['a large count', { sortKey: 'm:{id}', uri: 'm:1', first: 'm:2', count: 2 ** 53 - 1 }, ['o:1']],
    ['a URI of another class', { sortKey: 'm:{id}', uri: 'hidden:1', first: '', count: 0 }, ['m:1', 'm:2', 'o:1']],
  ])('continues after the position in a forged cursor, or rejects the cursor: %s', async (_, position, expected) => {
    const list = () => ['1', '2'].map((id) => ({ args: { id } }));
    const secret = definePack({ name: 'secret', version: '1.0.0', resources: new Shelf('s:1'), scopes: ['admin'] });
    const resources = resourcesOf([
      fixed('a:1'),
      numbered('m', { list }),
      numbered('hidden', { list, visible: () => false }),
      new Shelf('o:1'),
      secret,
    ] as never);
    const listed = resources.list({ cursor: cursorAt(position) });
    const uris = listed.then((page) => page.resources.map(({ uri }) => uri));
    expect(await uris.catch((error: Error) => error.name)).toEqual(expected);
  });

  test('does not pass invalid arguments of a forged cursor to list()', async () => {
    const begun: unknown[] = [];
    class Id {
      @Arg() @Matches(/^\d+$/) id!: string;
    }
    @Resource({ uri: 'm:{id}', args: Id })
    class Numbered {
      read = ({ id }: Id) => id;
      list(after: ListPosition<Id> | undefined) {
        begun.push(after);
        return ['1', '2'].map((id) => ({ args: { id } }));
      }
    }
    const resources = resourcesOf([Numbered]);
    const forged = (uri: string) =>
      resources.list({ cursor: cursorAt({ sortKey: 'm:{id}', uri, first: '', count: 0 }) });
    expect((await forged('m:1%27%20OR%201%3D1--')).resources.map(({ uri }) => uri)).toEqual(['m:2']);
    expect(begun).toEqual([undefined]);
    await expect(forged(`m:${'1'.repeat(100_000)}`)).rejects.toThrow(InvalidCursorError);
    expect(begun).toEqual([undefined]);
  });

  test('continues after the cursor when resources are added and removed', async () => {
    const uris = ['a:1', 'a:3', 'a:5'];
    const before = new Runtime({ resources: uris.map((uri) => fixed(uri)), pageSize: 2, logger });
    const { nextCursor: cursor = '' } = await (before.resources as Resources).list();
    before.replace(new Registry(['a:1', 'a:4', 'a:5', 'a:6'].map((uri) => fixed(uri))));
    expect((await (before.resources as Resources).list({ cursor })).resources.map(({ uri }) => uri)).toEqual([
      'a:4',
      'a:5',
    ]);
  });

  test('lists other resources when a class fails to list', async () => {
    const log: string[] = [];
    const failing = numbered('m', { list: () => Promise.reject(new Error('down')) });
    const wrong = numbered('n', { list: () => [{ args: {} }] });
    const resources = resourcesOf([fixed('a:1'), failing, wrong, fixed('z:1')], {
      logger: { error: (line: string) => void log.push(line), warn: () => {} },
    });
    expect(await pagesOf(resources)).toEqual([['a:1', 'z:1']]);
    expect(log.toSorted()).toEqual([
      'The list of resources is incomplete, because m failed to list its resources',
      'The list of resources is incomplete, because n failed to list its resources',
    ]);
  });

  test('lists templates of classes and readers in pages', async () => {
    const resources = resourcesOf([new Shelf(), numbered('z'), numbered('a')], { pageSize: 2 });
    const { resourceTemplates, nextCursor = '' } = await resources.listTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['a:{id}', 'shelf:{name}']);
    expect(await resources.listTemplates({ cursor: nextCursor })).toEqual({
      resourceTemplates: [{ uriTemplate: 'z:{id}', name: 'z' }],
    });
    expect(await outcome(resources.listTemplates({ cursor: 'x' }))).toMatchObject({ name: 'InvalidCursorError' });
  });

  test('prefers classes to readers, and specific templates to general templates', async () => {
    const text = async (uri: string) => {
      const [contents] = (await resources.read({ uri })).contents;
      return contents !== undefined && 'text' in contents ? contents.text : undefined;
    };
    const resources = resourcesOf([
      new Shelf(),
      fixed('m:1/x', { name: 'one' }),
      numbered('m'),
      numbered('part', { uri: 'm:{id}/part' }),
      numbered('deep', { uri: 'm:deep/{id}' }),
    ]);
    expect(await Promise.all(['m:1/x', 'm:1', 'm:1/part', 'm:deep/part', 'm:1/2'].map(text))).toEqual([
      'm:1/x',
      'm 1',
      'part 1',
      'deep part',
      'shelf',
    ]);
  });

  test('finds the template of a URI among thousands of similar templates within a second', async () => {
    const count = size(3_000);
    const many = Array.from({ length: count }, (_, n) => numbered(`kind${n}`, { uri: `api://{id}/kind${n}` }));
    const resources = resourcesOf([...many, numbered('other', { uri: 'api://{id}/{tail}', args: args('id', 'tail') })]);
    const started = processorMs();
    for (let n = 0; n < count; n += 100) {
      expect(await resources.read({ uri: `api://a/kind${n}` })).toMatchObject({ contents: [{ text: `kind${n} a` }] });
    }
    expect(await resources.read({ uri: 'api://a/kind-other' })).toMatchObject({ contents: [{ text: 'other a' }] });
    expect(processorMs() - started).toBeLessThan(1000);
  });

  test('hides resources from callers without their scopes', async () => {
    const secret = numbered('secret', {
      scopes: ['staff'],
      list: () => [{ args: { id: '1' } }],
      watch: () => () => {},
    });
    const runtime = new Runtime({ resources: [secret, fixed('config:one', { scopes: ['staff'] })], logger });
    const resources = runtime.resources as Resources;
    const auth = { principal: 'ada', scopes: ['staff'] };
    const seen = async (call: object) => ({
      list: (await resources.list({}, call)).resources.map(({ uri }) => uri),
      templates: (await resources.listTemplates({}, call)).resourceTemplates.map(({ uriTemplate }) => uriTemplate),
      read: await resources.read({ uri: 'secret:1' }, call).catch(wire),
      fixed: await resources.read({ uri: 'config:one' }, call).catch(wire),
      subscribe: await resources
        .subscriptions(() => {})
        .add('secret:1', call)
        .catch(wire),
      complete: await runtime.complete(
        { ref: { type: 'ref/resource', uri: 'secret:{id}' }, argument: { name: 'id', value: '' } },
        call,
      ),
    });
    const missing = (uri: string) => ({ code: -32602, message: `No resource at "${uri}"`, data: { uri } });
    expect(await seen({})).toEqual({
      list: [],
      templates: [],
      read: missing('secret:1'),
      fixed: missing('config:one'),
      subscribe: missing('secret:1'),
      complete: { completion: { values: [], total: 0, hasMore: false } },
    });
    expect(await seen({ auth })).toMatchObject({
      list: ['config:one', 'secret:1'],
      templates: ['secret:{id}'],
      read: { contents: [{ text: 'secret 1' }] },
      subscribe: undefined,
    });
  });

  test('notifies subscribers of changes until the watch ends', async () => {
    const watched: unknown[] = [];
    let change = () => {};
    const order = numbered('order', {
      watch: async ({ id }, changed) => {
        watched.push(id);
        change = changed;
        return () => watched.push('ended');
      },
    });
    const resources = resourcesOf([order]);
    expect(resources.canSubscribe).toBe(true);
    expect(resourcesOf([numbered('order')]).canSubscribe).toBe(false);
    const changes: string[] = [];
    const subscriptions = resources.subscriptions((uri) => changes.push(uri));
    await subscriptions.add('order:5');
    change();
    await subscriptions.remove('order:5');
    change();
    expect([changes, watched]).toEqual([['order:5'], ['5', 'ended']]);
  });

  test('adds the prefix of a mount to names, but not to URIs', async () => {
    const pack = definePack({ name: 'desk', version: '1.2.0', resources: [numbered('m'), new Shelf('s:1')] });
    const resources = resourcesOf([mount(pack, { prefix: 'desk' })]);
    expect(await resources.listTemplates()).toEqual({
      resourceTemplates: [
        { uriTemplate: 'm:{id}', name: 'desk_m', _meta: { 'dev.cuecard/version': '1.2.0' } },
        { uriTemplate: 'shelf:{name}', name: 'shelf' },
      ],
    });
    expect(await resources.read({ uri: 'm:1' })).toEqual({
      contents: [{ uri: 'm:1', mimeType: 'text/plain', text: 'm 1' }],
      _meta: { 'dev.cuecard/version': '1.2.0' },
    });
  });

  test('reads the version that the selector chooses', async () => {
    const version = (number: string) => numbered('m', { version: number, read: () => number });
    const resources = [version('1.0.0'), version('2.0.0')];
    const text = (options: Partial<RuntimeOptions>) => resourcesOf(resources, options).read({ uri: 'm:1' });
    expect(await text({})).toMatchObject({ contents: [{ text: '2.0.0' }] });
    expect(await text({ select: (all) => all.at(-1) })).toMatchObject({ contents: [{ text: '1.0.0' }] });
  });
});

describe('Runtime.onListChanged for resources', () => {
  useFakeTime();

  test('notifies once about visible changes', async () => {
    const [a, b] = [fixed('a:1'), fixed('b:1')];
    const runtime = new Runtime({ resources: [a], logger });
    const messages: string[] = [];
    const end = runtime.onListChanged((kind) => messages.push(kind));
    await runtime.resources?.list();
    runtime.replace(new Registry([fixed('a:1')]));
    await notified();
    expect(messages).toEqual([]);
    runtime.replace(new Registry([a, b]));
    runtime.replace(new Registry([a, fixed('c:1')]));
    await notified();
    end();
    expect(messages).toEqual(['resource']);
  });
});
