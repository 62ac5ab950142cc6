import { type CompleteParams, type ListOptions, Runtime, ResourceReader } from '@cuecard/core';
import { expect, test } from '@jest/globals';

/** A reader that completes from a list of URIs, and remembers what it was asked. */
class Shelf extends ResourceReader {
  readonly asked: string[] = [];

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
    this.asked.push(prefix);
    return this.uris.filter((uri) => uri.startsWith(prefix)).slice(0, 100);
  }
}

const URIS = ['shelf:/moby%20dick/one/a', 'shelf:/moby%20dick/one/b%20c', 'shelf:/moby%20dick/two', 'shelf:/mono/one'];

function ask(shelf: Shelf | undefined, params: object) {
  const runtime = new Runtime({ prompts: [], ...(shelf && { resources: shelf }) });
  return runtime.complete(params as CompleteParams);
}

const typed = (name: string, value: string, given?: object, uri = 'shelf:/{book}/{+path}') => ({
  ref: { type: 'ref/resource', uri },
  argument: { name, value },
  ...(given && { context: { arguments: given } }),
});

test.each<[string, object, string[]]>([
  ['a variable before others, once each', typed('book', 'mo'), ['moby dick', 'mono']],
  ['the last variable', typed('path', 'one/', { book: 'moby dick' }), ['one/a', 'one/b c']],
  ['nothing typed yet', typed('path', '', { book: 'mono' }), ['one']],
  ['nothing that begins so', typed('book', 'x'), []],
  ['a variable whose predecessor is not known', typed('path', 'one'), []],
  ['a variable that the template does not have', typed('page', ''), []],
  ['a template without variables', typed('book', '', {}, 'shelf:/all'), []],
  ['a template that is not served', typed('book', '', {}, 'other:/{book}'), []],
  ['half a character', typed('book', '\ud800'), []],
])('%s is completed from what the reader completes', async (_, params, values) => {
  expect(await ask(new Shelf(URIS), params)).toEqual({ completion: { values, total: values.length, hasMore: false } });
});

test('what was typed is encoded as it stands in URIs', async () => {
  const shelf = new Shelf([]);
  await ask(shelf, typed('book', 'a/b c'));
  await ask(shelf, typed('path', 'd/e f', { book: 'a/b' }));
  await ask(shelf, typed('path', '%40d/50%', { book: '%40' }));
  expect(shelf.asked).toEqual(['shelf:/a%2Fb%20c', 'shelf:/a%2Fb/d/e%20f', 'shelf:/%2540/%40d/50%25']);
});

test('a total is told only where it is known', async () => {
  const shelf = new Shelf(Array.from({ length: 150 }, (_, index) => `shelf:/x/${index}`));
  const { completion } = await ask(shelf, typed('path', '', { book: 'x' }));
  expect([completion.values.length, completion.total, completion.hasMore]).toEqual([100, undefined, true]);
});

test.each<object>([
  { ref: { type: 'ref/resource' }, argument: { name: 'book', value: '' } },
  { ref: { type: 'ref/resource', uri: 'shelf:/{book}/{+path}' } },
  { ref: { type: 'ref/resource', uri: 'shelf:/{book}/{+path}' }, argument: { name: 'book', value: 5 } },
])('%j is refused', async (params) => {
  await expect(ask(new Shelf([]), params)).rejects.toMatchObject({
    code: -32602,
    message: 'A variable of a resource template must be named, with its typed value',
  });
});

test('without resources a template is completed like one that is not served', async () => {
  expect(await ask(undefined, typed('book', ''))).toEqual({ completion: { values: [], total: 0, hasMore: false } });
  await expect(ask(undefined, { ref: { type: 'ref/resource' } })).rejects.toMatchObject({
    message: 'A variable of a resource template must be named, with its typed value',
  });
});

test('a list that is completed from knows who asks, and when nobody waits any more', async () => {
  const asked: unknown[] = [];
  class Listed extends ResourceReader {
    override read = async (uri: string) => ({ uri, text: '' });
    override get templates() {
      return [{ uriTemplate: 'shelf:/{book}', name: 'book' }];
    }
    override async *list({ auth, signal }: ListOptions = {}) {
      asked.push({ auth, isAbortable: signal instanceof AbortSignal });
      yield { uri: 'shelf:/one', name: 'one' };
    }
  }
  const auth = { principal: 'ada', scopes: [] };
  const runtime = new Runtime({ prompts: [], resources: new Listed() });
  const params = typed('book', '', undefined, 'shelf:/{book}') as CompleteParams;
  const { completion } = await runtime.complete(params, { auth });
  expect([completion.values, asked]).toEqual([['one'], [{ auth, isAbortable: true }]]);
});
