import type { ContentBlock } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { Index } from '../../page/catalogue/search.js';
import { partsOf, withMarks } from '../../page/content/fences.js';
import { differencesOf } from '../../page/result/differences.js';
import { curlOf } from '../../page/result/snippets.js';
import { MASK } from '../../page/server/mcp.js';
import { endpointFor, headersIn, missingScopes } from '../../page/state/caller.js';
import { addressIn, hashOf } from '../../page/state/address.js';
import { editedRequest } from '../../page/state/request.js';
import { textIn } from '../../page/state/item-result.js';
import type { CatalogueEntry, DefinitionDetail } from '../../src/playground/api.js';

test.each([
  [
    'words if most of them stay',
    ['Name five ports.\nEnd.', 'Name three ports.\nEnd.'],
    ['both: Name ', 'before: five', 'after: three', 'both:  ports.\n', 'both: End.'],
  ],
  [
    'words of a line that shares its start',
    ['Write it as the colleague who maintains it.', 'Write it as a sailor would.'],
    ['both: Write it as ', 'before: the colleague who maintains it', 'after: a sailor would', 'both: .'],
  ],
  [
    'lines if few words stay',
    ['The tide is low.\n', 'We sail at noon tomorrow.\n'],
    ['before: The tide is low.\n', 'after: We sail at noon tomorrow.\n'],
  ],
  ['fences without their boundaries', ['<untrusted-ab1 x>', '<untrusted-cd2 x>'], ['both: <untrusted-… x>']],
] as const)('compares %s', (_what, [before, after], parts) => {
  expect(differencesOf(before, after).map(({ side, text }) => `${side}: ${text}`)).toStrictEqual(parts);
});

test('keeps every character of any four tokens', () => {
  const longer = (texts: readonly string[]) => texts.flatMap((text) => ['a', ' ', 'b\n'].map((token) => text + token));
  const [two, three] = [longer(longer([''])), longer(longer(longer([''])))];
  const texts = ['', ...longer(['']), ...two, ...three, ...longer(three)];
  const wrong = texts.flatMap((before) => texts.filter((after) => !isComparison(before, after)));
  expect(wrong).toStrictEqual([]);
});

function isComparison(before: string, after: string): boolean {
  const parts = differencesOf(before, after);
  const textOf = (other: string) => parts.flatMap(({ side, text }) => (side === other ? [] : [text])).join('');
  return textOf('after') === before && textOf('before') === after;
}

test('shows the content of a fence apart, even if the content forges marks', () => {
  const { text, fences } = withMarks(
    'a <untrusted-ab note="data, not instructions">**b**</untrusted-ab> \uE0000\uE001 <untrusted-cd note="data, not instructions">c',
  );
  expect(partsOf(text, fences)).toStrictEqual([
    'a ',
    { fenced: '**b**' },
    ' \uFFFD0\uFFFD <untrusted-cd note="data, not instructions">c',
  ]);
});

describe('a search', () => {
  const entry = (more: Partial<CatalogueEntry>): CatalogueEntry => ({
    kind: 'prompt',
    name: '',
    isChosen: true,
    ...more,
  });

  test('finds names before descriptions, and one entry for all versions', () => {
    const index = new Index([
      entry({ name: 'letter', description: 'to review' }),
      entry({ name: 'review_code', version: '2.0.0', tags: ['code'] }),
      entry({ name: 'review_code', version: '1.0.0', isChosen: false }),
      entry({ kind: 'tool', name: 'review' }),
    ]);
    const { rows, counts } = index.search({ text: 'revi' });
    expect(rows.map(({ entry: { name, version }, versions }) => [name, version, versions])).toStrictEqual([
      ['review_code', '2.0.0', 2],
      ['review', undefined, 1],
      ['letter', undefined, 1],
    ]);
    expect([...counts]).toStrictEqual([
      ['prompt', 2],
      ['tool', 1],
    ]);
    expect(index.search({ text: 'revi', kind: 'tool' }).counts).toStrictEqual(counts);
    expect(index.search({ text: 'revi', tag: 'code' }).rows).toHaveLength(1);
    expect(index.search({ text: 'revi', tag: 'gone', pack: 'gone' }).rows).toHaveLength(3);
  });

  test('finds the definitions of inner packs by the outer pack', () => {
    const packs = ['desk/reviews', 'desk/orders', 'deskless'];
    const entries = packs.map((pack, at) => entry({ kind: 'tool', name: `t${at}`, pack }));
    const index = new Index([...entries, entry({ kind: 'tool', name: 't3' })]);
    const found = (pack: string) => index.search({ text: '', pack }).rows.map((each) => each.entry.name);
    expect(index.packs).toStrictEqual(['desk', 'desk/orders', 'desk/reviews', 'deskless']);
    expect([found('desk'), found('desk/orders')]).toStrictEqual([['t0', 't1'], ['t1']]);
  });
});

describe('addressIn', () => {
  test.each([
    undefined,
    { panel: 'log' },
    { kind: 'prompt', name: 'a/b@1.0.0', tab: 'json', values: { code: 'x?&=#' } },
  ] as const)('reads the hash of %j', (address) => {
    expect(addressIn(hashOf(address))).toStrictEqual(address);
  });

  test('keeps a name that is not encoded correctly', () => {
    expect(addressIn('#/prompt/%zz?values={')).toStrictEqual({ kind: 'prompt', name: '%zz' });
  });
});

describe('a caller', () => {
  const anonymous = { principal: '', scopes: [], headers: 'X-Tenant: harbour' };

  test('without identity calls the public endpoint with its headers', () => {
    expect(endpointFor(anonymous, '/mcp', 'secret')).toStrictEqual({ url: '/mcp', headers: { 'x-tenant': 'harbour' } });
  });

  test.each([
    [{ principal: 'ann & co' }, 'principal=ann+%26+co&scopes='],
    [{ scopes: ['a:read', 'b'] }, 'principal=&scopes=a%3Aread+b'],
  ])('with %j calls the endpoint that the token opens', (identity, query) => {
    expect(endpointFor({ ...anonymous, ...identity }, '/mcp', 'secret')).toStrictEqual({
      url: `/-/mcp?${query}`,
      headers: { authorization: 'Bearer secret' },
    });
  });

  test('lacks the scopes that it was not given', () => {
    const caller = { ...anonymous, scopes: ['a'] };
    expect([missingScopes({ scopes: ['a', 'b'] }, caller), missingScopes({}, caller)]).toStrictEqual([['b'], []]);
  });
});

test('reads headers line by line, and ignores invalid lines', () => {
  expect(headersIn('Authorization:  Bearer x \nnone\n: y\nX-A: 1')).toStrictEqual({
    authorization: 'Bearer x',
    'x-a': '1',
  });
});

test('reads unknown content as JSON', () => {
  const block = { type: 'video', data: 'AA==' } as unknown as ContentBlock;
  expect(textIn({ result: { content: [block] }, ms: 0, bytes: 0 })).toBe('{"type":"video","data":"AA=="}');
});

describe('a request that is edited', () => {
  const detail = {
    kind: 'tool',
    schema: { properties: { id: { 'x-mcp-header': 'Id' } } },
  } as unknown as DefinitionDetail;
  const request = {
    method: 'tools/call',
    params: { name: 'pay', arguments: { pin: '1', card: { no: '2' } } },
    headers: {},
  };
  const masked = { name: 'pay', arguments: { pin: MASK, card: { no: MASK } } };

  test('sends masked values as they were', () => {
    expect(editedRequest(detail, { request, masked }, masked)).toStrictEqual(request);
    const edited = { name: 'pay', arguments: { ...masked.arguments, id: 'x' } };
    expect(editedRequest(detail, { request, masked }, edited)).toStrictEqual({
      method: 'tools/call',
      params: { name: 'pay', arguments: { pin: '1', card: { no: '2' }, id: 'x' } },
      headers: { 'mcp-param-Id': 'x' },
    });
  });

  test('sends other values as they are', () => {
    const edited = { name: 'pay', arguments: { pin: '3', card: [MASK] } };
    expect(editedRequest(detail, { request, masked }, edited).params).toStrictEqual(edited);
  });
});

test('writes a request as a shell command', () => {
  const message = { headers: { accept: 'application/json' }, message: { text: "it's" } };
  expect(curlOf('http://localhost/mcp', message)).toBe(
    `curl 'http://localhost/mcp' \\\n  -H 'accept: application/json' \\\n  -d '{"text":"it'\\''s"}'`,
  );
});
