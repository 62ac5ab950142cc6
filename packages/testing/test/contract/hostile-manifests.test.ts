import { type Change, compareManifests, formatComparison, type Contract, type Schema } from '@cuecard/testing/contract';
import { describe, expect, test } from '@jest/globals';

const manifest = (definitions: readonly Contract[]) =>
  ({ manifest: 1, name: 'desk', version: '1.0.0', definitions }) as const;
const toolWith = (args: Schema): Contract => ({ kind: 'tool', name: 'find', arguments: args });

/** The changes between the arguments of a tool, as `argument: reason`. */
function linesBetween(old: Schema, now: Schema): string[] {
  const { changes } = compareManifests(manifest([toolWith(old)]), manifest([toolWith(now)]));
  return changes
    .filter(({ argument }) => argument !== undefined)
    .map(({ argument, reason }) => `${argument}: ${reason}`);
}

/** Schemas that all refer to each other. The last one contains a value of the given type. */
function web(size: number, type: string): Schema {
  const names = Array.from({ length: size }, (_, index) => `s${index}`);
  const references = Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }]));
  const defs = names.map((name) => [name, { type: 'object', properties: { ...references } }]);
  const last = { type: 'object', properties: { value: { type } } };
  return {
    type: 'object',
    properties: { root: { $ref: '#/$defs/s0' } },
    $defs: { ...Object.fromEntries(defs), [`s${size - 1}`]: last },
  };
}

describe('compareManifests', () => {
  test('finds 5,000 renamed definitions in linear time', () => {
    let reads = 0;
    const prompt = (name: string, text: string): Contract => ({
      kind: 'prompt',
      name,
      get description() {
        reads += 1;
        return text;
      },
    });
    const numbers = Array.from({ length: 5_000 }, (_, index) => index);
    const from = manifest(numbers.map((number) => prompt(`old_${number}`, `Number ${number}`)));
    const to = manifest(numbers.map((number) => prompt(`new_${number}`, `Number ${number}`)));
    const { changes } = compareManifests(from, to);
    const renames = numbers.map((number): Change => ({
      level: 'major',
      rule: 'renamed',
      kind: 'prompt',
      name: `old_${number}`,
      reason: `Its name is "new_${number}" now`,
    }));
    expect(changes.filter(({ rule }) => rule !== 'version-too-low')).toEqual(renames);
    expect(reads).toBeLessThanOrEqual(20_000);
  });

  test('reports definitions as removed and added if a rename is ambiguous', () => {
    const same = (name: string): Contract => ({ kind: 'prompt', name, description: 'Same' });
    const { changes } = compareManifests(manifest([same('a'), same('b')]), manifest([same('c'), same('d')]));
    expect(changes.map(({ rule, name }) => `${rule} ${name ?? ''}`.trim())).toEqual([
      'version-too-low',
      'removed a',
      'removed b',
      'added c',
      'added d',
    ]);
  });

  test('compares schemas that refer to each other without exponential time', () => {
    let reads = 0;
    const counted = (schema: Schema): Schema => {
      const $defs = schema.$defs ?? {};
      return { ...schema, $defs: new Proxy($defs, { get: (target, key: string) => ((reads += 1), target[key]) }) };
    };
    const lines = linesBetween(counted(web(8, 'string')), counted(web(8, 'number')));
    expect(lines).toContain('root.s7.value: accepts number instead of string');
    expect(reads).toBeLessThanOrEqual(500);
  });

  test('reports a changed class at each argument that uses it', () => {
    const order = (type: string): Schema => ({
      type: 'object',
      properties: { from: { $ref: '#/$defs/Address' }, to: { $ref: '#/$defs/Address' } },
      $defs: { Address: { type: 'object', properties: { zip: { type } } } },
    });
    expect(linesBetween(order('string'), order('number'))).toEqual([
      'from.zip: accepts number instead of string',
      'to.zip: accepts number instead of string',
    ]);
  });

  test.each(['required', 'properties', 'items', 'type', 'enum', '$defs', 'dev.cuecard/rules'])(
    'ignores the keyword %s if it is null',
    (keyword) => {
      const inner = { properties: { b: { type: 'string' } } };
      const schema = (own: object) => ({ properties: { a: { ...inner, ...own } }, ...own }) as Schema;
      expect(linesBetween(schema({ [keyword]: null }), schema({ [keyword]: null }))).toEqual([]);
      expect(() => linesBetween(schema({ [keyword]: null }), schema({}))).not.toThrow();
      expect(() => linesBetween(schema({}), schema({ [keyword]: null }))).not.toThrow();
    },
  );
});

test('formatComparison escapes names, arguments, paths and reasons', () => {
  const foreign = 'a` [x](http://evil)\n# <b>\\[y](http://evil)';
  const code = '``a` [x](http://evil) # <b>\\[y](http://evil)``';
  const change = {
    level: 'major',
    rule: 'r',
    kind: 'tool',
    name: foreign,
    argument: foreign,
    reason: foreign,
  } as const;
  const markdown = formatComparison({
    from: { name: foreign, version: '1.0.0' },
    to: { name: foreign, version: '1.0.0' },
    changes: [{ ...change, where: { path: foreign, line: 1 } }],
    needed: { level: 'none', version: '1.0.0' },
    isCompatible: true,
  });
  const escaped = String.raw`a\` \[x\](http://evil) # &lt;b>\\\[y\](http://evil)`;
  expect(markdown).toBe(`# ${escaped} 1.0.0 → 1.0.0

The changes require no new version.

## Major

- tool ${code}, ${code}: ${escaped}. (${code.slice(0, -2)}:1\`\`)
`);
});
