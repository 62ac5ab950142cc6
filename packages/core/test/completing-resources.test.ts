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
    return this.uris.filter((uri) => uri.startsWith(prefix)).slice(0, 100);
  }
}

const URIS = ['shelf:/moby%20dick/one/a', 'shelf:/moby%20dick/one/b%20c', 'shelf:/moby%20dick/two', 'shelf:/mono/one'];

function ask(shelf: Shelf | undefined, params: object) {
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

  test('encodes the typed value as in a URI', async () => {
    const shelf = new Shelf([]);
    await ask(shelf, typed('book', 'a/b c'));
    await ask(shelf, typed('path', 'd/e f', { book: 'a/b' }));
    await ask(shelf, typed('path', '%40d/50%', { book: '%40' }));
    expect(shelf.prefixes).toEqual(['shelf:/a%2Fb%20c', 'shelf:/a%2Fb/d/e%20f', 'shelf:/%2540/%40d/50%25']);
  });

  test('omits the total when the reader returns its maximum of URIs', async () => {
    const shelf = new Shelf(Array.from({ length: 150 }, (_, index) => `shelf:/x/${index}`));
    const { completion } = await ask(shelf, typed('path', '', { book: 'x' }));
    expect([completion.values.length, completion.total, completion.hasMore]).toEqual([100, undefined, true]);
  });

  test.each<object>([
    { ref: { type: 'ref/resource' }, argument: { name: 'book', value: '' } },
    { ref: { type: 'ref/resource', uri: 'shelf:/{book}/{+path}' } },
    { ref: { type: 'ref/resource', uri: 'shelf:/{book}/{+path}' }, argument: { name: 'book', value: 5 } },
  ])('rejects the parameters %j', async (params) => {
    await expect(ask(new Shelf([]), params)).rejects.toMatchObject({
      code: -32602,
      message: 'A variable of a resource template must be named, with its typed value',
    });
  });

  test('returns no values without resources', async () => {
    expect(await ask(undefined, typed('book', ''))).toEqual({ completion: { values: [], total: 0, hasMore: false } });
    await expect(ask(undefined, { ref: { type: 'ref/resource' } })).rejects.toMatchObject({
      message: 'A variable of a resource template must be named, with its typed value',
    });
  });

  test('passes auth and an abort signal to ResourceReader.list', async () => {
    const calls: unknown[] = [];
    class Listed extends ResourceReader {
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
    const runtime = new Runtime({ prompts: [], resources: new Listed() });
    const params = typed('book', '', undefined, 'shelf:/{book}') as CompleteParams;
    const { completion } = await runtime.complete(params, { auth });
    expect([completion.values, calls]).toEqual([['one'], [{ auth, isAbortable: true }]]);
  });
});
