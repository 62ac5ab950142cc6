import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { expand, expandUri, parseTemplate, type VariableValues } from '../build/resource/template-parts.js';
import { UriTemplate } from '../build/resource/uri-template.js';
import { anyCharacter } from './support/characters.ts';
import { AMBIGUOUS, CLEAR, PARTIAL, VALUES } from './support/rfc-6570.ts';
import { runs } from '../../../build/jest/runs.ts';

/** A template with these list variables and optional variables. */
function template(
  text: string,
  { lists = ['list'], optional = ['empty'] }: { lists?: string[]; optional?: string[] } = {},
) {
  return new UriTemplate(text, {
    isList: (name) => lists.includes(name),
    isRequired: (name) => !optional.includes(name),
  });
}

/** The values that a template reads from a URI, by variable. */
function valuesIn(uri: string, read: UriTemplate): VariableValues | undefined {
  const values = read.match(uri);
  return values && Object.fromEntries(values);
}

const valuesOf = ({ names }: UriTemplate) =>
  Object.fromEntries(names.map((name) => [name, (VALUES as VariableValues)[name]]));

describe('UriTemplate with the vectors of RFC 6570', () => {
  test.each([...CLEAR, ...PARTIAL, ...AMBIGUOUS])('expands %s to %s', (text, uri) => {
    expect(expand(parseTemplate(text), VALUES)).toBe(uri);
  });

  test.each(['a:{', 'a:{b', 'a:{*}'])('rejects %s', (text) => {
    expect(() => expandUri(text, VALUES)).toThrow(TypeError);
  });

  test.each(CLEAR)('reads the values of %s from %s', (text, uri) => {
    const read = template(text);
    expect(valuesIn(uri, read)).toEqual(valuesOf(read));
  });

  test.each(AMBIGUOUS)('rejects an ambiguous separator: %s', (text) => {
    expect(() => template(text)).toThrow('It is not clear where an expression ends');
  });
});

describe('UriTemplate.match()', () => {
  test.each<[string, string, VariableValues | undefined]>([
    ['orders://{id}', 'orders://5', { id: '5' }],
    ['orders://{id}', 'orders://a%2Fb', { id: 'a/b' }],
    ['orders://{id}', 'orders://a%2fb', { id: 'a/b' }],
    ['orders://{id}', 'orders://a/b', undefined],
    ['orders://{id}', 'orders://', undefined],
    ['orders://{id}', 'orders://5?x=1', undefined],
    ['orders://{id}', 'orders://5\n', undefined],
    ['orders://{id}', 'orders://%zz', undefined],
    ['orders://{id}', 'orders://%ff', undefined],
    ['orders://{id}', 'orders://ä', undefined],
    ['orders://{id}', 'ORDERS://5', undefined],
    ['a.b:{x}', 'aXb:1', undefined],
    ['file:///{+path}', 'file:///a/b%20c.txt', { path: 'a/b c.txt' }],
    ['file:///{+path}', 'file:///a%2Fb', { path: 'a%2Fb' }],
    ['file:///{+path}{?at}', 'file:///a/b?at=1', { path: 'a/b', at: '1' }],
    ['file:///{name}.json', 'file:///a.json.json', { name: 'a.json' }],
    ['file:///{+path}/x/{id}', 'file:///a/x/b/x/c', { path: 'a/x/b', id: 'c' }],
    ['copies:{id}/{id}', 'copies:1/1', { id: '1' }],
    ['copies:{id}/{id}', 'copies:1/2', undefined],
    ['by:{id:1}/{id}', 'by:a/abc', { id: 'abc' }],
    ['by:{id:1}/{id}', 'by:b/abc', undefined],
    ['tree:{/list*}', 'tree:/a/b%2Fc', { list: ['a', 'b/c'] }],
    ['tree:{/list}', 'tree:/a,b/c', undefined],
    ['tree:{/list}/end', 'tree:/a,b%2Cc/end', { list: ['a', 'b,c'] }],
    ['constructor:{__proto__}', 'constructor:5', Object.fromEntries([['__proto__', '5']])],
  ])('reads the values of %s from %s: %j', (text, uri, values) => {
    expect(valuesIn(uri, template(text, { optional: ['at'] }))).toEqual(values);
  });

  test.each<[string, VariableValues | undefined]>([
    ['find:', {}],
    ['find:?q=1', { q: '1' }],
    ['find:?in=a', { in: 'a' }],
    ['find:?q=1&in=a', { q: '1', in: 'a' }],
    ['find:?in=a&q=1', { q: '1', in: 'a' }],
    ['find:?q=1&q=2', undefined],
    ['find:?q=1&z=2', undefined],
    ['find:?', undefined],
    ['find:?q=a=b', undefined],
  ])('reads optional query variables in any order: %s as %j', (uri, values) => {
    expect(valuesIn(uri, template('find:{?q,in}', { optional: ['q', 'in'] }))).toEqual(values);
  });
});

describe('new UriTemplate()', () => {
  test.each(['a:{x}{y}', 'a:{x}-{y}', 'a:{x}.{y}.{z}', 'a:{name}{.ext}', 'a:{+path}/{+more}', 'a:{x}{+path}'])(
    'rejects the ambiguous template %s',
    (text) => {
      expect(() => template(text)).toThrow('It is not clear where an expression ends');
    },
  );

  test.each([
    ['a:{', 'has a "{" without a "}"'],
    ['a:}', 'has a character that a URI must percent-encode'],
    ['a: b', 'has a character that a URI must percent-encode'],
    ['a:%zz', 'has a character that a URI must percent-encode'],
    ['a:{}', 'has the invalid expression {}'],
    ['a:{x:0}', 'has the invalid expression {x:0}'],
    ['a:{x*:1}', 'has the invalid expression {x*:1}'],
    ['a:{=x}', 'has the invalid expression {=x}'],
    ['a:{x,}', 'has the invalid expression {x,}'],
    ['a:{x y}', 'has the invalid expression {x y}'],
  ])('rejects the template %s, which %s', (text, message) => {
    expect(() => template(text)).toThrow(message);
  });
});

describe('UriTemplate.expand()', () => {
  const text = fc.string({ unit: anyCharacter, minLength: 1 });
  // `{+x}` and `{#x}` do not decode percent-encoded reserved characters.
  const plain = text.filter((value) => !/%[\da-f]{2}|[?#]/i.test(value));
  const list = fc.array(text, { minLength: 1, maxLength: 5 });

  test.each<[string, fc.Arbitrary<VariableValues>]>([
    ['a:{x}', fc.record({ x: text })],
    ['a:{x}/b/{y}', fc.record({ x: text, y: text })],
    ['a:{x,y}', fc.record({ x: text, y: text })],
    ['a:{x}.json', fc.record({ x: text })],
    ['a:{+path}', fc.record({ path: plain })],
    ['a:{+path}/{x}', fc.record({ path: plain, x: text })],
    ['a:{x}{#path}', fc.record({ x: text, path: plain })],
    ['a:{/x,list*}', fc.record({ x: text, list })],
    ['a:{list}', fc.record({ list })],
    ['a:{x}{?y,list*}', fc.record({ x: text, y: text, list })],
    ['a:{x}{?y}{&list}', fc.record({ x: text, y: text, list })],
    ['a:{;x,list}', fc.record({ x: text, list })],
    ['a:{x:2}/{x}', fc.record({ x: text })],
    ['a:b{.x}', fc.record({ x: text })],
  ])('round-trips any values of %s', (uri, values) => {
    const read = template(uri, { optional: [] });
    fc.assert(
      fc.property(values, (input) => {
        expect(valuesIn(read.expand(input), read)).toEqual(input);
      }),
      { numRuns: runs(200) },
    );
  });

  test('round-trips any URI that matches the template', () => {
    const read = template('a:{x}{/y}{?z}', { lists: [], optional: ['y', 'z'] });
    const uri = fc
      .string({ unit: fc.constantFrom('a', '/', '?', 'z', '=', '%2F', '.', ',', 'y') })
      .map((rest) => `a:${rest}`);
    const again = (input: string) => {
      const values = valuesIn(input, read);
      return values === undefined ? undefined : read.expand(values);
    };
    fc.assert(
      fc.property(uri, (input) => {
        expect([undefined, input.replace(/\?z$/, '?z=')]).toContain(again(input));
      }),
      { numRuns: runs(500) },
    );
    expect(again('a:a/y?z=z')).toBe('a:a/y?z=z');
  });
});

describe('UriTemplate.match() of a hostile URI', () => {
  /**
   * The CPU time of running some work five times, in milliseconds. It is the minimum of several attempts, because of
   * other processes.
   */
  function msOf(work: () => void): number {
    const attempts = Array.from({ length: 5 }, () => {
      const before = process.cpuUsage();
      for (let count = 0; count < 5; count += 1) work();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    });
    return Math.max(0.5, Math.min(...attempts));
  }

  const matchingMs = (read: UriTemplate, uri: string) => msOf(() => read.match(uri));

  test('takes less than twelve times as long as a regular expression', () => {
    const uri = `a:${'x'.repeat(2_000_000)}`;
    expect(matchingMs(template('a:{x}'), uri) / msOf(() => /^a:\w*$/.test(uri))).toBeLessThan(12);
  });

  test.each<[string, (length: number) => string]>([
    ['a:{+a}/{b}', (length) => `a:${'/'.repeat(length)}`],
    ['a:{+a}/{b}', (length) => `a:${'/b'.repeat(length / 2)} `],
    ['a:{+a}/x/{b}/{c}', (length) => `a:${'/x'.repeat(length / 2)}`],
    ['a:{x}{/list*}', (length) => `a:b${'/c'.repeat(length / 2)}`],
    ['a:{x}{/list*}{?z}', (length) => `a:${'/?'.repeat(length / 2)}`],
    ['a:{x}{;y}{?z}{#f}', (length) => `a:${';y?z#f'.repeat(length / 6)} `],
    ['a:{x}{?list*}', (length) => `a:b?${'list=1&'.repeat(length / 7)}`],
    ['a:{x}.json', (length) => `a:${'.json'.repeat(length / 5)}!`],
    ['a:{x}aaa', (length) => `a:${'a'.repeat(length)}!`],
    ['a:{x}/{y}/{z}', (length) => `a:${'a'.repeat(length)}/a`],
    ['a:{x}', (length) => `a:${'%'.repeat(length)}`],
  ])('takes linear time for %s', (text, uri) => {
    const read = template(text, { optional: ['x', 'y', 'z', 'f'] });
    // A value that is a hundred times as long takes about a hundred times as long. Quadratic time would take 10,000
    // times as long.
    expect(matchingMs(read, uri(100_000)) / matchingMs(read, uri(1_000))).toBeLessThan(1_000);
  });
});
