import { describe, expect, test } from '@jest/globals';
import * as classValidator from 'class-validator';
import {
  Allow,
  IsDefined,
  IsInt,
  IsOptional,
  IsString,
  MaxLength,
  registerDecorator,
  Validate,
  validate,
  ValidateBy,
  ValidateIf,
  ValidateNested,
  type ValidationArguments,
  type ValidationError,
  type ValidationOptions,
  ValidatorConstraint,
} from 'class-validator';
import * as fc from 'fast-check';
import { anyCharacter } from './support/characters.ts';
import { forgetRecords, readRecords } from '../build/arguments/rule-records.js';
import { type Validation, type ValidationPlan, ValidationPlans } from '../build/arguments/validation.js';
import { type MakeRule, OTHERS, RULES } from './support/rules.ts';
import { runs } from '../../../build/jest/runs.ts';

type Values = Record<string, unknown>;

/** A rule that an object breaks. */
interface Broken {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

/** The result of either validator for an object. */
type Verdict = readonly Broken[] | 'threw' | 'could not encode';

async function theirVerdict(object: object, groups: readonly string[]): Promise<Verdict> {
  try {
    const errors = await validate(object, { forbidUnknownValues: false, groups: [...groups] });
    return errors.flatMap((error) => [...flatten(error, error.property)]);
  } catch (error) {
    return error instanceof URIError ? 'could not encode' : 'threw';
  }
}

function* flatten({ constraints, children, value }: ValidationError, path: string): Iterable<Broken> {
  // Ignores the only difference: `ValidationPlan` does not name an unnamed rule after its class.
  for (const [key, message] of Object.entries(constraints ?? {}))
    yield { path, rule: key === Unnamed.name ? 'customValidation' : key, message };
  const isCollection = Array.isArray(value) || value instanceof Set || value instanceof Map;
  for (const child of children ?? []) {
    yield* flatten(child, isCollection ? `${path}[${child.property}]` : `${path}.${child.property}`);
  }
}

async function ourVerdict(object: object, groups: readonly string[]): Promise<Verdict> {
  const validation: Validation = { faults: [], pending: [], ancestors: [] };
  try {
    planFor(object.constructor, groups).check(object, '', validation);
    await Promise.all(validation.pending);
  } catch {
    return 'threw';
  }
  return validation.faults.map(({ argument: path, rule, message }) => ({ path, rule, message }));
}

async function expectSame(object: object, groups: readonly string[], toLine: (broken: Broken) => string) {
  const theirs = await theirVerdict(object, groups);
  const ours = await ourVerdict(object, groups);
  if (theirs === 'could not encode') {
    expect(ours).not.toEqual([]); // Whether a string has a lone surrogate, which only the plan rejects.
    return theirs;
  }
  const [expected, actual] = [theirs, ours].map((verdict) =>
    typeof verdict === 'string' ? [verdict] : linesOf(verdict, toLine),
  ) as [string[], string[]];
  // Compares strings first, because that is fast. Comparing arrays afterwards prints the difference.
  if (isCut(ours)) expect(theirs === 'threw' ? [] : actual.filter((line) => !expected.includes(line))).toEqual([]);
  else if (actual.join('\n') !== expected.join('\n')) expect(actual).toEqual(expected);
  return theirs;
}

/** Whether the plan stopped because it found more faults than an error reports. */
function isCut(verdict: Verdict): boolean {
  return typeof verdict !== 'string' && verdict.length > 50;
}

// class-validator reports a rule once per property, even if several items break it.
function linesOf(verdict: readonly Broken[], toLine: (broken: Broken) => string): readonly string[] {
  return [...new Set(verdict.map(toLine))].toSorted();
}

const expectSameMessages = (object: object, groups: readonly string[] = []): Promise<Verdict> =>
  expectSame(object, groups, ({ path, rule, message }) => `${path} ${rule} ${message}`);

const expectSameRules = (object: object, groups: readonly string[] = []): Promise<Verdict> =>
  expectSame(object, groups, ({ path, rule }) => `${path} ${rule}`);

const plans = new Map<string, ValidationPlans>();

function planFor(type: Function, groups: readonly string[]): ValidationPlan {
  const ofGroups = plans.get(groups.join()) ?? new ValidationPlans(groups);
  plans.set(groups.join(), ofGroups);
  return ofGroups.planForObject(type.prototype as object) as ValidationPlan;
}

function decorate(type: Function, property: string, ...decorators: readonly PropertyDecorator[]): void {
  for (const decorator of decorators.toReversed()) decorator(type.prototype as object, property);
}

describe('RULES', () => {
  test('covers, together with OTHERS, every decorator of class-validator', () => {
    const exported = Object.entries(classValidator).filter(([, value]) => typeof value === 'function');
    const decorators = exported.map(([name]) => name).filter((name) => /^[A-Z]/.test(name));
    expect(decorators.toSorted()).toEqual([...Object.keys(RULES), ...Object.keys(OTHERS)].toSorted());
  });
});

/** Values of unusual types. */
const GARBAGE: readonly unknown[] = [
  undefined,
  null,
  Number.NaN,
  0,
  -0,
  -1,
  1.5,
  Number.POSITIVE_INFINITY,
  10n,
  true,
  false,
  '',
  ' ',
  '\0',
  '5',
  'a',
  'a\u202Eb',
  '\uD800',
  'x'.repeat(10_000),
  Symbol('mark'),
  {},
  { length: 3 },
  { constructor: 'mine' },
  { constructor: () => 'mine' },
  Object.create(null),
  [],
  [undefined],
  [null, 'a', ['a']],
  // oxlint-disable-next-line no-sparse-arrays
  [1, , 2],
  new Set(['a', 1]),
  new Map<unknown, unknown>([
    ['a', 'b'],
    [{}, 5],
  ]),
  new Date('2026-02-28'),
  new Date(Number.NaN),
  Object('boxed'),
  Object(5),
  Object(false),
  /a/g,
  () => 1,
  class {},
  new Error('mistake'),
  new Uint8Array(3),
  new URL('https://cuecard.dev'),
];

const key = fc.string();
// Excludes maps: class-validator fails on a key that is `undefined` or `null`, but the plan does not.
const deep = fc.anything({ withBigInt: true, withDate: true, withSet: true, withSparseArray: true });
const garbage = fc.oneof(
  fc.constantFrom(...GARBAGE),
  deep,
  fc.string({ unit: anyCharacter }),
  fc.double(),
  fc.integer(),
);

/** Valid values of a rule, nearly valid values, collections of both, and any other values. */
function valuesFor(valid: readonly unknown[]): fc.Arbitrary<unknown> {
  const good = fc.constantFrom(...valid);
  const single = fc.oneof(good, garbage, good.map(almost));
  return fc.oneof(
    { weight: 3, arbitrary: single },
    fc.array(fc.oneof({ weight: 5, arbitrary: good }, single), { maxLength: 4 }),
    fc.array(single, { maxLength: 4 }).map((items) => new Set(items)),
    fc.array(fc.tuple(key, single), { maxLength: 4 }).map((entries) => new Map(entries)),
  );
}

function almost(value: unknown): unknown {
  if (typeof value === 'string') return `${value.slice(1)}é`;
  if (typeof value === 'number') return -value - 0.5;
  return Array.isArray(value) ? [...(value as unknown[]), 'a', 'a'] : [value];
}

/** A class that uses a rule in every setting. Its constructor assigns one value to all properties. */
function everySetting(make: MakeRule): new (value: unknown) => object {
  class Settings {
    [property: string]: unknown;
    constructor(value: unknown) {
      for (const property of SETTINGS.keys()) this[property] = value;
    }
  }
  for (const [property, decoratorsOf] of SETTINGS) decorate(Settings, property, ...decoratorsOf(make));
  return Settings;
}

const truthy = (_object: object, value: unknown) => Boolean(value);
const isMap = (_object: object, value: unknown) => value instanceof Map;

const SETTINGS: ReadonlyMap<string, (make: MakeRule) => PropertyDecorator[]> = new Map([
  ['alone', (make: MakeRule) => [make()]],
  ['each', (make) => [make({ each: true })]],
  ['inGroup', (make) => [make({ groups: ['a'] })]],
  ['inOthers', (make) => [make({ groups: ['b', 'c'], each: true })]],
  ['always', (make) => [make({ always: true })]],
  ['groupAlways', (make) => [make({ groups: ['b'], always: true })]],
  ['never', (make) => [make({ groups: ['a'], always: false })]],
  ['onlyIf', (make) => [make({ validateIf: truthy })]],
  ['eachOnlyIf', (make) => [make({ each: true, validateIf: isMap })]],
  ['optional', (make) => [IsOptional({ groups: ['a'], always: true }), make({ context: { code: 7 }, message: '' })]],
  ['conditional', (make) => [ValidateIf(truthy), make(), Allow()]],
  ['conditions', (make) => [ValidateIf(isMap), IsOptional(), ValidateIf(truthy), make({ each: true })]],
  ['defined', (make) => [IsDefined(), make()]],
  ['described', (make) => [make({ message: '$property of $target: $constraint1, $constraint2' })]],
  ['described2', (make) => [make({ each: true, message: ({ property, targetName }) => `${targetName}.${property}` })]],
]);

const GROUPS = [[], ['a'], ['b'], ['a', 'c'], ['unused']];

describe('ValidationPlan', () => {
  test.each(Object.entries(RULES))(
    'reports the same errors as class-validator for any value: %s',
    async (_name, table) => {
      for (const { make, valid } of table) {
        const Settings = everySetting(make);
        const breaksAlone = async (value: unknown) => {
          const verdict = await expectSameMessages(new Settings(value));
          return typeof verdict !== 'string' && verdict.some(({ path }) => path === 'alone');
        };
        // A rule needs both valid and invalid values, because the test would otherwise prove nothing.
        for (const value of valid) expect(await breaksAlone(value)).toBe(false);
        let broken = 0;
        for (const value of GARBAGE) broken += Number(await breaksAlone(value));
        expect(broken).toBeGreaterThan(0);
        const property = fc.asyncProperty(valuesFor(valid), fc.constantFrom(...GROUPS), async (value, groups) => {
          await expectSameMessages(new Settings(value), groups);
        });
        await fc.assert(property, { numRuns: runs(15) });
      }
    },
  );
});

// None of these rules throws, because class-validator would leave an unhandled rejection, which ends the tests.
const kindOf = (value: unknown) => (typeof value === 'string' ? value : Object.prototype.toString.call(value));

@ValidatorConstraint({ name: 'isCalm' })
class IsCalm {
  validate = (value: unknown, { constraints }: ValidationArguments) =>
    !kindOf(value).includes((constraints as string[] | undefined)?.[0] ?? 'a');
  defaultMessage = () => '$property must be calm';
}
@ValidatorConstraint({ name: 'isLateCalm', async: true })
class IsLateCalm {
  validate = async (value: unknown) => typeof value === 'string';
}
@ValidatorConstraint()
class Unnamed {
  validate = (value: unknown) => typeof value === 'object';
}
@ValidatorConstraint({ name: 'first' })
@ValidatorConstraint({ name: 'second' })
class Twice {
  validate = (value: unknown) => value !== 'a';
}
class Undecorated {
  validate = () => false;
}
const isShort = { validate: (value: unknown) => kindOf(value).length < 9 };
const isShortLater = { validate: async (value: unknown) => isShort.validate(value) };
const isSometimesLate = { validate: (value: unknown) => (value ? Promise.resolve(value === true) : value === 0) };

const registered =
  (rule: Pick<Parameters<typeof registerDecorator>[0], 'name' | 'validator' | 'async'>): MakeRule =>
  (options = {}) =>
  (prototype, property) =>
    registerDecorator({ ...rule, target: prototype.constructor, propertyName: String(property), options });

const CONDITIONS: readonly MakeRule[] = [
  (options) => IsOptional(options),
  (options) => ValidateIf(truthy, options),
  (options) => ValidateIf(isMap, options),
  (options) => ValidateIf((object: Values) => object['a'] !== undefined, options),
];

/** Rules of an application, and decorators that do not check a value. */
const OTHER_RULES: readonly MakeRule[] = [
  (options) => Allow(options),
  (options) => Validate(IsCalm, options),
  (options) => Validate(IsCalm, ['b'], options),
  (options) => Validate(IsLateCalm, options),
  (options) => Validate(Unnamed, options),
  (options) => Validate(Twice, options),
  (options) => Validate(Undecorated, options),
  (options) => ValidateBy({ name: 'isShort', validator: isShort }, options),
  (options) => ValidateBy({ name: 'isShort', validator: isSometimesLate, async: true }, options),
  registered({ name: 'isShort', validator: isShort }),
  registered({ name: 'isShortLater', validator: isShortLater, async: true }),
  registered({ validator: isShort } as never),
  registered({ name: 'isDefined', validator: isShort }),
  registered({ name: 'unused', validator: IsCalm }),
];

const anyRule = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...Object.values(RULES).flatMap((table) => table.map(({ make }) => make))) },
  { weight: 2, arbitrary: fc.constantFrom(...OTHER_RULES) },
  { weight: 1, arbitrary: fc.constantFrom(...CONDITIONS) },
  { weight: 1, arbitrary: fc.constant<MakeRule>((options) => ValidateNested(options)) },
);
const anyOptions: fc.Arbitrary<ValidationOptions> = fc.record(
  {
    each: fc.boolean(),
    groups: fc.constantFrom([], ['a'], ['b'], ['a', 'b']),
    always: fc.boolean(),
    validateIf: fc.constantFrom(truthy, isMap, () => true),
    message: fc.constantFrom('$property is wrong', () => 'wrong'),
  },
  { requiredKeys: [], noNullPrototype: true },
);
const PROPERTIES = ['a', 'b', 'c'] as const;
const anyClass = fc.record({
  isSubclass: fc.boolean(),
  rules: fc.array(fc.tuple(fc.constantFrom(...PROPERTIES), anyRule, fc.option(anyOptions, { nil: undefined })), {
    minLength: 1,
    maxLength: 8,
  }),
});
const anyClasses = fc.tuple(anyClass, anyClass, anyClass);

/** Creates the classes. Each may be the parent of the next. */
function makeClasses(specs: readonly (typeof anyClass extends fc.Arbitrary<infer T> ? T : never)[]) {
  const classes: (new () => object)[] = [];
  for (const { isSubclass, rules } of specs) {
    const Parent = (isSubclass && classes.at(-1)) || class {};
    class Made extends Parent {}
    for (const [property, make, options] of rules) decorate(Made, property, make(options));
    classes.push(Made);
  }
  return classes;
}

/** Creates a value from the generated classes. */
type Make = (classes: readonly (new () => object)[]) => unknown;

const anyValid = fc.constantFrom(...Object.values(RULES).flatMap((table) => table.flatMap(({ valid }) => valid)));
const { instance } = fc.letrec<{ instance: Make; value: Make }>((tie) => ({
  instance: fc
    .tuple(fc.nat({ max: 2 }), fc.dictionary(fc.constantFrom(...PROPERTIES), tie('value'), { maxKeys: 3 }))
    .map(([index, properties]): Make => (classes) => {
      const object = new classes[index]!();
      for (const [name, make] of Object.entries(properties)) Object.assign(object, { [name]: make(classes) });
      return object;
    }),
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 5, withCrossShrink: true },
    fc.oneof(anyValid, garbage).map(
      (value): Make =>
        () =>
          value,
    ),
    tie('instance'),
    fc.array(tie('value'), { maxLength: 3 }).map(
      (items): Make =>
        (classes) =>
          items.map((make) => make(classes)),
    ),
    fc.array(tie('value'), { maxLength: 3 }).map(
      (items): Make =>
        (classes) =>
          new Set(items.map((make) => make(classes))),
    ),
    fc.array(fc.tuple(fc.oneof(key, fc.integer(), fc.constant(Symbol('key'))), tie('value')), { maxLength: 3 }).map(
      (entries): Make =>
        (classes) =>
          new Map(entries.map(([name, make]) => [name, make(classes)])),
    ),
  ),
}));

describe('ValidationPlan of classes', () => {
  test('matches class-validator for any nested classes with any rules', async () => {
    let broken = 0;
    const property = fc.asyncProperty(
      anyClasses,
      fc.array(instance, { minLength: 4, maxLength: 4 }),
      fc.constantFrom(...GROUPS),
      async (specs, instances, groups) => {
        const classes = makeClasses(specs);
        for (const make of instances) broken += (await expectSameRules(make(classes) as object, groups)).length;
        for (const type of classes) forgetRecords(type);
      },
    );
    // Limits the time for shrinking a failing case.
    await fc.assert(property, { numRuns: runs(400), interruptAfterTimeLimit: 30_000 });
    expect(broken).toBeGreaterThan(runs(300));
  });

  test('reports the path into nested objects, arrays, sets and maps', async () => {
    class Leaf {
      @IsString() name: unknown;
      constructor(name: unknown) {
        this.name = name;
      }
    }
    class Branch {
      @ValidateNested() left: unknown;
      @ValidateNested({ each: true, message: '$property is no leaf' }) right: unknown;

      constructor(left: unknown, right: unknown) {
        this.left = left;
        this.right = right;
      }
    }
    const bad = new Leaf(5);
    const message = 'name must be a string';
    const right = 'right is no leaf';
    const inRight = async (value: unknown) => expectSameMessages(new Branch(undefined, value));

    expect(await expectSameMessages(new Branch(bad, new Branch(new Leaf('a'), bad)))).toEqual([
      { path: 'left.name', rule: 'isString', message },
      { path: 'right.right.name', rule: 'isString', message },
    ]);
    expect(await inRight([bad, new Leaf('a'), [bad]])).toEqual([
      { path: 'right[0].name', rule: 'isString', message },
      { path: 'right[2][0].name', rule: 'isString', message },
    ]);
    expect(await inRight(new Set([new Leaf('a'), bad]))).toEqual([
      { path: 'right[1].name', rule: 'isString', message },
    ]);
    expect(await inRight(new Map([['key', bad]]))).toEqual([{ path: 'right[key].name', rule: 'isString', message }]);
    expect(await inRight(['text', null, undefined, 5, {}])).toMatchObject(
      ['right[0]', 'right[1]', 'right[3]'].map((path) => ({ path, rule: 'nestedValidation' })),
    );
    for (const wrong of ['text', null, 5, true, Symbol('mark'), Object.create(null)]) {
      expect(await ourVerdict(new Branch(undefined, wrong), [])).toEqual([
        { path: 'right', rule: 'nestedValidation', message: right },
      ]);
      await expectSameRules(new Branch(wrong, wrong));
    }
    for (const odd of [{ constructor: 'mine' }, { constructor: () => 'mine' }, () => 'mine', class {}]) {
      expect(await inRight(odd)).toEqual([]);
    }
  });

  test('keeps inherited rules of other kinds if a subclass redeclares a property', async () => {
    class Parent {
      @MaxLength(3)
      @ValidateIf(truthy)
      @IsDefined()
      code: unknown = 'long';

      @MaxLength(3) kept = 'long';
    }
    class Child extends Parent {
      @IsInt() override code: unknown = 'long';
    }
    class Grandchild extends Child {
      @IsDefined({ message: 'say $property' }) override code: unknown = null;
    }
    const kept = { path: 'kept', rule: 'maxLength', message: 'kept must be shorter than or equal to 3 characters' };
    const verdict = [{ path: 'code', rule: 'isInt', message: 'code must be an integer number' }, kept];
    expect(await expectSameMessages(new Child())).toEqual(verdict);
    expect(await expectSameMessages(new Grandchild())).toEqual([kept]);
    expect(await ourVerdict(Object.assign(new Grandchild(), { code: 'x' }), [])).toEqual(verdict);
  });
});

describe('ValidationPlan with a rule that throws', () => {
  const failing = new Error('not today');
  const fail = () => {
    throw failing;
  };
  const failLater = async () => fail();

  test.each<[string, PropertyDecorator]>([
    ['synchronously', registered({ name: 'fails', validator: { validate: fail } })()],
    ['for each item', registered({ name: 'fails', validator: { validate: fail } })({ each: true })],
    ['asynchronously', registered({ name: 'fails', validator: { validate: failLater }, async: true })()],
    ['in a condition', ValidateIf(fail)],
    ['in its own validateIf', IsString({ validateIf: fail })],
  ])('throws like class-validator, even behind a false condition: %s', async (_when, decorator) => {
    class Fails {
      value = ['text'];
    }
    decorate(Fails, 'value', decorator);
    expect(await expectSameRules(new Fails())).toBe('threw');

    class Conditional extends Fails {}
    decorate(
      Conditional,
      'value',
      ValidateIf(() => false),
    );
    await expectSameRules(new Conditional());
  });

  test('causes no unhandled rejection if the rule throws', async () => {
    class Fails {
      later = 1;
      now = 2;
    }
    decorate(Fails, 'later', registered({ name: 'fails', validator: { validate: failLater }, async: true })());
    decorate(Fails, 'now', registered({ name: 'fails', validator: { validate: fail } })());
    const left: unknown[] = [];
    const listener = (reason: unknown) => left.push(reason);
    process.on('unhandledRejection', listener);
    expect(await ourVerdict(new Fails(), [])).toBe('threw');
    await new Promise(setImmediate);
    process.off('unhandledRejection', listener);
    expect(left).toEqual([]);
  });
});

describe('readRecords()', () => {
  test('throws a clear error if class-validator keeps its rules elsewhere', () => {
    const storage: object = classValidator.getMetadataStorage();
    const { validationMetadatas } = storage as { readonly validationMetadatas: unknown };
    Object.assign(storage, { validationMetadatas: undefined });
    try {
      expect(() => readRecords(class {})).toThrow('Install class-validator 0.14 or 0.15');
    } finally {
      Object.assign(storage, { validationMetadatas });
    }
  });
});
