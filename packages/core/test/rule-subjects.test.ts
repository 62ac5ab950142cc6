import type { ArgumentFault } from '../build/index.js';
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import type { ArgumentType } from '../build/arguments/argument-type.js';
import { NestedType, ListType } from '../build/arguments/object-types.js';
import { ArgumentPlan } from '../build/arguments/argument-plan.js';
import { PropertyRules } from '../build/arguments/rule.js';
import { ruleDefects } from '../build/arguments/rule-defects.js';
import { readRecords } from '../build/arguments/rule-records.js';
import { SCALAR_TYPES } from '../build/arguments/scalar-types.js';
import { anyCharacter, webAddress } from './support/characters.ts';
import { type MakeRule, RULES } from './support/rules.ts';
import { runs } from '../../../build/jest/runs.ts';

const typeOf = (type: unknown): ArgumentType => SCALAR_TYPES.get(type) as ArgumentType;
const bytes = fc.uint8Array({ maxLength: 20 });
const object = fc.dictionary(fc.string(), fc.anything(), { maxKeys: 4 });

/** Each type of an argument, with random values of the type. */
const TYPES: Readonly<Record<string, readonly [ArgumentType, fc.Arbitrary<unknown>]>> = {
  string: [typeOf(String), fc.oneof(fc.string({ unit: anyCharacter }), webAddress, fc.emailAddress(), fc.uuid())],
  number: [typeOf(Number), fc.oneof(fc.double(), fc.integer())],
  bigint: [typeOf(BigInt), fc.bigInt()],
  boolean: [typeOf(Boolean), fc.boolean()],
  date: [typeOf(Date), fc.date({ noInvalidDate: true })],
  url: [typeOf(URL), webAddress.map((text) => new URL(text))],
  bytes: [typeOf(Uint8Array), bytes],
  json: [typeOf(JSON), fc.jsonValue()],
  strings: [new ListType(typeOf(String)), fc.array(fc.string(), { maxLength: 5 })],
  object: [new NestedType(class {}, () => ArgumentPlan.none), object],
};

function rulesOf(make: MakeRule, type?: ArgumentType): PropertyRules {
  class Ruled {}
  make()(Ruled.prototype, 'value');
  return new PropertyRules(readRecords(Ruled), type);
}

describe('Rule.known', () => {
  test.each(Object.entries(RULES))('returns the decorator of %s', (name, [row]) => {
    expect(rulesOf(row?.make as MakeRule).all.map(({ known }) => known?.decorator)).toEqual([`@${name}()`]);
  });
});

describe.each(Object.entries(TYPES))('ruleDefects for the type %s', (_name, [type, values]) => {
  const rules = Object.values(RULES).flatMap((rows) =>
    rows.map(({ make, valid }) => ({ own: rulesOf(make, type), valid })),
  );
  const unkeepable = rules.filter(({ own }) => ruleDefects(type, own).length > 0);

  test('reports only rules that no value of the type satisfies', () => {
    const wrongly = (value: unknown) =>
      unkeepable.filter(({ own }) => own.all.every((rule) => !rule.refusesAll([value])));
    fc.assert(
      fc.property(values, (value) => expect(wrongly(value)).toEqual([])),
      { numRuns: runs(200) },
    );
  });

  test('reports no rule that a readable value of the type satisfies', () => {
    const isReadable = (value: unknown) => {
      const faults: ArgumentFault[] = [];
      return type.read(value, { origin: 'value', path: '', faults, maxDepth: 64 }) !== undefined && faults.length === 0;
    };
    const readable = ({ valid }: (typeof rules)[number]) => valid.filter(isReadable);
    // A nested class reads any object, such as a date.
    const isJudged = !(type instanceof NestedType);
    expect(unkeepable.filter((each) => isJudged && readable(each).length > 0)).toEqual([]);
  });
});

describe('Rule.judgesText', () => {
  test('is true only for rules about strings', () => {
    const judged = Object.fromEntries(
      Object.entries(TYPES).map(([name, [type]]) => {
        const isText = ([row]: (typeof RULES)[string]) =>
          rulesOf(row?.make as MakeRule, type).all.some(({ judgesText }) => judgesText);
        return [name, Object.keys(RULES).filter((rule) => isText(RULES[rule] ?? []))];
      }),
    );
    const numeric = ['IsDecimal', 'IsNumberString', 'IsPort'];
    const url = ['Contains', 'IsByteLength', 'IsDataURI', 'IsMagnetURI', 'IsUrl', 'Length', 'Matches', 'MaxLength'];
    expect(judged).toEqual({
      string: [],
      number: numeric,
      bigint: numeric,
      boolean: ['IsBooleanString'],
      date: ['IsDateString', 'IsISO8601', 'IsRFC3339'],
      url: [...url, 'MinLength', 'NotContains'],
      bytes: ['IsBase64'],
      json: ['IsJSON'],
      strings: ['IsJSON'],
      object: ['IsJSON'],
    });
  });
});
