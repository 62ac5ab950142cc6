import { type CompleteParams, type ListOptions, Runtime, ResourceReader } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';

/** A reader that completes from a list of URIs, and records the prefixes. */
class Shelf extends ResourceReader {
  readonly prefixes: string[] = [];

  constructor(readonly uris: readonly string[]) {
    super();
  }

  override read = async (uri: string) => ({ uri, text: '' });

  override get templates() {
    return [
      { uriTemplate: 'shelf:/{book}/{+path}', name: 'page' },
      { uriTemplate: 'shelf:/all', name: 'all' },
    ];
  }

  override async complete(prefix: string) {
    this.prefixes.push(prefix);
    return this.uris.filter((uri) => uri.startsWith(prefix));
  }
}

const URIS = ['shelf:/moby%20dick/one/a', 'shelf:/moby%20dick/one/b%20c', 'shelf:/moby%20dick/two', 'shelf:/mono/one'];

function ask(shelf: ResourceReader | undefined, params: object) {
  const runtime = new Runtime({ prompts: [], ...(shelf && { resources: shelf }) });
  return runtime.complete(params as CompleteParams);
}

const typed = (name: string, value: string, others?: object, uri = 'shelf:/{book}/{+path}') => ({
  ref: { type: 'ref/resource', uri },
  argument: { name, value },
  ...(others && { context: { arguments: others } }),
});

describe('Runtime.complete with a resource template', () => {
  test.each<[string, object, string[]]>([
    ['a variable before others, once each', typed('book', 'mo'), ['moby dick', 'mono']],
    ['the last variable', typed('path', 'one/', { book: 'moby dick' }), ['one/a', 'one/b c']],
    ['an empty value', typed('path', '', { book: 'mono' }), ['one']],
    ['a value without matches', typed('book', 'x'), []],
    ['a variable whose predecessor is missing', typed('path', 'one'), []],
    ['an unknown variable', typed('page', ''), []],
    ['a template without variables', typed('book', '', {}, 'shelf:/all'), []],
    ['an unknown template', typed('book', '', {}, 'other:/{book}'), []],
    ['a lone surrogate', typed('book', '\ud800'), []],
  ])('returns the matching values for %s', async (_, params, values) => {
    expect(await ask(new Shelf(URIS), params)).toEqual({
      completion: { values, total: values.length, hasMore: false },
    });
  });

  test('percent-encodes the typed value before comparing it with URIs', async () => {
    const shelf = new Shelf([]);
    await ask(shelf, typed('book', 'a/b c'));
    await ask(shelf, typed('path', 'd/e f', { book: 'a/b' }));
    await ask(shelf, typed('path', '%40d/50%', { book: '%40' }));
    expect(shelf.prefixes).toEqual(['shelf:/a%2Fb%20c', 'shelf:/a%2Fb/d/e%20f', 'shelf:/%2540/%40d/50%25']);
  });

  const numbered = (count: number) => Array.from({ length: count }, (_, index) => `shelf:/x/${index}`);

  test.each([
    [100, 100, false],
    [101, undefined, true],
  ])('returns at most 100 of %d values', async (count, total, hasMore) => {
    const { completion } = await ask(new Shelf(numbered(count)), typed('path', '', { book: 'x' }));
    expect([completion.values.length, completion.total, completion.hasMore]).toEqual([100, total, hasMore]);
  });

  /** A reader with the default `complete`. */
  class Listed extends ResourceReader {
    constructor(
      readonly template: string,
      readonly uris: readonly string[],
    ) {
      super();
    }

    override read = async (uri: string) => ({ uri, text: '' });

    override get templates() {
      return [{ uriTemplate: this.template, name: 'listed' }];
    }

    override async *list() {
      for (const uri of this.uris) yield { uri, name: uri };
    }
  }

  test('finds values after more than 100 URIs with the same value', async () => {
    const shelf = new Listed('shelf:/{book}/{+path}', [...numbered(150), 'shelf:/y/1']);
    expect(await ask(shelf, typed('book', ''))).toEqual({
      completion: { values: ['x', 'y'], total: 2, hasMore: false },
    });
  });

  test('reads at most 10,000 URIs', async () => {
    const shelf = new Listed('shelf:/{book}/{+path}', [...numbered(10_000), 'shelf:/y/1']);
    expect(await ask(shelf, typed('book', ''))).toEqual({ completion: { values: ['x'], hasMore: true } });
  });

  test.each<[template: string, uris: string[], typed: [name: string, others?: object], values: string[]]>([
    ['find:{?q}', ['find:?q=a%20b', 'find:?q=c&in=d', 'find:'], ['q'], ['a b', 'c']],
    ['find:{?q,in}', ['find:?q=a&in=b', 'find:?q=c&in=d'], ['in', { q: 'a' }], ['b']],
    ['find:{?q,in}', ['find:?in=b', 'find:?q=c&in=d'], ['in'], ['b']],
    ['tree:{/folder,file}', ['tree:/a/b', 'tree:/a/c%2Fd', 'tree:/e/f'], ['folder'], ['a', 'e']],
    ['tree:{/folder,file}', ['tree:/a/b', 'tree:/a/c%2Fd', 'tree:/e/f'], ['file', { folder: 'a' }], ['b', 'c/d']],
    ['map:{x,y}', ['map:1,2', 'map:1,3', 'map:2,4'], ['y', { x: '1' }], ['2', '3']],
    ['map:{;x,y}', ['map:;x=1;y=2'], ['x'], ['1']],
    ['page:home{.format}', ['page:home.txt', 'page:home.md'], ['format'], ['txt', 'md']],
    ['docs:{+path}{?at}', ['docs:a/b?at=1', 'docs:a/c'], ['path'], ['a/b', 'a/c']],
    ['docs:{+path}{?at}', ['docs:a/b?at=1', 'docs:a/c'], ['at', { path: 'a/b' }], ['1']],
    ['docs:a{#part}', ['docs:a#b/c'], ['part'], ['b/c']],
    ['book:{name}', ["book:don't%20(panic)"], ['name'], ["don't (panic)"]],
  ])('completes a variable of the template %s from the URIs %j', async (template, uris, [name, others], values) => {
    const { completion } = await ask(new Listed(template, uris), typed(name, '', others, template));
    expect(completion.values).toEqual(values);
  });

  test('finds URIs whose values encodeURIComponent has encoded', async () => {
    const { completion } = await ask(
      new Listed('book:{name}', ["book:don't%20(panic)"]),
      typed('name', "don't (", {}, 'book:{name}'),
    );
    expect(completion.values).toEqual(["don't (panic)"]);
  });

  test.each<object>([
    { ref: { type: 'ref/resource' }, argument: { name: 'book', value: '' } },
    { ref: { type: 'ref/resource', uri: 'shelf:/{book}/{+path}' } },
    { ref: { type: 'ref/resource', uri: 'shelf:/{book}/{+path}' }, argument: { name: 'book', value: 5 } },
  ])('rejects the parameters %j', async (params) => {
    await expect(ask(new Shelf([]), params)).rejects.toMatchObject({
      code: -32602,
      message: 'ref.uri must be a string, and argument must have a name and a value, both strings',
    });
  });

  test('returns no values without resources', async () => {
    expect(await ask(undefined, typed('book', ''))).toEqual({ completion: { values: [], total: 0, hasMore: false } });
    await expect(ask(undefined, { ref: { type: 'ref/resource' } })).rejects.toMatchObject({
      message: 'ref.uri must be a string, and argument must have a name and a value, both strings',
    });
  });

  test('passes auth and an abort signal to ResourceReader.list', async () => {
    const calls: unknown[] = [];
    class Authorised extends ResourceReader {
      override read = async (uri: string) => ({ uri, text: '' });
      override get templates() {
        return [{ uriTemplate: 'shelf:/{book}', name: 'book' }];
      }
      override async *list({ auth, signal }: ListOptions = {}) {
        calls.push({ auth, isAbortable: signal instanceof AbortSignal });
        yield { uri: 'shelf:/one', name: 'one' };
      }
    }
    const auth = { principal: 'ada', scopes: [] };
    const runtime = new Runtime({ prompts: [], resources: new Authorised() });
    const params = typed('book', '', undefined, 'shelf:/{book}') as CompleteParams;
    const { completion } = await runtime.complete(params, { auth });
    expect([completion.values, calls]).toEqual([['one'], [{ auth, isAbortable: true }]]);
  });
});
