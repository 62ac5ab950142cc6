import { Arg, type ArgOptions, type Class, InvalidArgumentsError, Prompt, Registry, Runtime } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Transform } from 'class-transformer';
import * as rules from 'class-validator';
import {
  Allow,
  ArrayMaxSize,
  ArrayNotEmpty,
  IsEmail,
  IsEnum,
  IsIn,
  IsInt,
  IsOptional,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateIf,
  type ValidationOptions,
} from 'class-validator';
import * as fc from 'fast-check';
import { anyCharacter, webAddress } from './support/characters.ts';
import { runs } from '../../../build/jest/runs.ts';
import { tokens } from './support/tokens.ts';

const SCHEMA = 'dev.cuecard/schema';
const DRAFT = 'https://json-schema.org/draft/2020-12/schema';

const ajv = new Ajv2020({ strict: false, validateFormats: false });

/** Serves a prompt with these arguments, and returns their schema, its check, and the result of validation. */
function describing(args: Class, groups: readonly string[] = []) {
  let last: object | undefined;
  class Describes {
    render(given: object): string {
      last = given;
      return '';
    }
  }
  Prompt({ args, groups })(Describes as never);
  const runtime = new Runtime({ prompts: [Describes], logger: { error: () => {}, warn: () => {} } });
  const schema = runtime.registry.get('describes')?.entry['_meta']?.[SCHEMA] as Record<string, unknown>;
  const satisfies = ajv.compile(schema);
  return {
    schema,
    satisfies: (value: unknown): boolean => satisfies(value),
    /** Returns the arguments that the prompt receives, converted to JSON; `undefined` if they are rejected. */
    async accept(values: object): Promise<unknown> {
      last = undefined;
      await runtime.prompts.render(Describes, values).catch((error: unknown) => {
        if (!(error instanceof InvalidArgumentsError)) throw error;
      });
      return last && toJson(last);
    },
  };
}

/** Whether some value satisfies every rule. Start-up rejects other classes. */
function isDefinable(args: Class, groups: readonly string[]): boolean {
  class Describes {
    render = () => '';
  }
  Prompt({ args, groups })(Describes as never);
  return new Registry([Describes], { onFault: 'isolate' }).faults.length === 0;
}

/** Converts a value to JSON. A bigint becomes a number, because JSON numbers have any size. */
function toJson(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (value instanceof Date || value instanceof URL) return value.toJSON();
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, toJson(member)]));
}

enum Tone {
  Kind = 'kind',
  Frank = 'frank',
}
enum Level {
  Low = 1,
  High = 2,
}
enum Space {
  '2d' = 'flat',
  '3d' = 'deep',
}

type MakeRule = (options?: ValidationOptions) => PropertyDecorator;

const RULES: readonly MakeRule[] = [
  (o) => rules.IsIn(['a', 'bb', 1, 2.5, true], o),
  (o) => rules.IsIn(['a'], o),
  (o) => rules.IsIn([1, {}, null], o),
  (o) => rules.IsNotIn(['a', 1], o),
  (o) => rules.IsEnum(Tone, o),
  (o) => rules.IsEnum(Level, o),
  (o) => rules.IsEnum(Space, o),
  (o) => rules.Equals('a', o),
  (o) => rules.Equals(1, o),
  (o) => rules.Equals(null, o),
  (o) => rules.NotEquals('a', o),
  (o) => rules.IsInt(o),
  (o) => rules.IsNumber({}, o),
  (o) => rules.Min(1, o),
  (o) => rules.Min(-1.5, o),
  (o) => rules.Max(2, o),
  (o) => rules.Max(100, o),
  (o) => rules.IsPositive(o),
  (o) => rules.IsNegative(o),
  (o) => rules.IsDivisibleBy(2, o),
  (o) => rules.MinLength(2, o),
  (o) => rules.MaxLength(2, o),
  (o) => rules.MaxLength(4, o),
  (o) => rules.Length(1, 3, o),
  (o) => rules.Length(2, undefined, o),
  (o) => rules.Length(2, 2, o),
  (o) => rules.Matches(/^[ab]+$/, o),
  (o) => rules.Matches(/^.{2}$/, o),
  (o) => rules.Matches(/^[^b]{2,}$/, o),
  (o) => rules.Matches(/^\S\S$/u, o),
  (o) => rules.Matches(/A/i, o),
  (o) => rules.Matches('b', 'i', o),
  (o) => rules.Matches(new RegExp('^\\-\\_$'), o),
  (o) => rules.Matches(/(?<=a)b/g, o),
  (o) => rules.IsString(o),
  (o) => rules.IsBoolean(o),
  (o) => rules.IsEmail({}, o),
  (o) => rules.IsUrl({}, o),
  (o) => rules.IsDateString({}, o),
  (o) => rules.IsFQDN({}, o),
  (o) => rules.IsUUID('4', o),
  (o) => rules.IsDefined(o),
  (o) => rules.IsNotEmpty(o),
  (o) => rules.ArrayMinSize(1, o),
  (o) => rules.ArrayMaxSize(2, o),
  (o) => rules.ArrayNotEmpty(o),
  (o) => rules.ArrayUnique(o),
  (o) => rules.ArrayContains(['a'], o),
  (o) => rules.MinDate(new Date(0), o),
  (o) => rules.IsOptional(o),
  (o) => rules.ValidateIf((_, value) => value !== 'x', o),
  (o) => rules.ValidateNested(o),
  (o) => rules.Allow(o),
];

// Excludes variation selectors: JSON Schema counts them as characters, but class-validator does not.
const TEXTS = [...tokens`a b bb ab aab A x -_ 😀 😀b kind flat 2d Low a@b.ch a.ch`, '', 'a\n'];
const NUMBERS = [0, -0, 1, 2, 2.5, 3, -1, -1.5, -4, 100, 101, 1e300, Number.MIN_VALUE];
const DATES = [new Date(0), new Date('9999-12-31'), new Date('0001-01-01T12:34:56.789Z')];
const INTEGERS = [0n, 5n, -(2n ** 80n)];
const REST = [true, false, null, {}, { a: 1 }, [1], ['a'], ['a', 'a', 'b']];

const listOf = (items: readonly unknown[]) => fc.array(fc.constantFrom(...items), { maxLength: 3 });

/** Each type, with its values. */
const TYPES: readonly (readonly [ArgOptions, fc.Arbitrary<unknown>])[] = [
  [{ type: String }, fc.constantFrom(...TEXTS)],
  [{ type: Number }, fc.constantFrom(...NUMBERS)],
  [{ type: BigInt }, fc.constantFrom(...INTEGERS)],
  [{ type: Boolean }, fc.boolean()],
  [{ type: Date }, fc.constantFrom(...DATES)],
  [{ type: URL }, fc.constant(new URL('a:b'))],
  [{ type: Uint8Array }, fc.constant(new Uint8Array(2))],
  [{ type: JSON }, fc.oneof(fc.constantFrom(...TEXTS, ...NUMBERS, ...REST), listOf([...TEXTS, ...NUMBERS, ...REST]))],
  [{ items: String }, listOf(TEXTS)],
  [{ items: Number }, listOf(NUMBERS)],
  [{ items: BigInt }, listOf(INTEGERS)],
  [{ items: Date }, listOf(DATES)],
  [{ items: JSON }, listOf([...TEXTS, ...NUMBERS, ...REST])],
];

const anyOptions = fc.record(
  {
    each: fc.boolean(),
    groups: fc.constantFrom<string[]>(['a'], ['b']),
    always: fc.boolean(),
    validateIf: fc.constant((_: object, value: unknown) => value !== 'a'),
  },
  { requiredKeys: [], noNullPrototype: true },
);
const anyArg = fc.constantFrom(...TYPES).chain(([options, values]) =>
  fc.record({
    options: fc.constant(options),
    decorators: fc.array(fc.tuple(fc.constantFrom(...RULES), fc.option(anyOptions, { nil: undefined })), {
      maxLength: 3,
    }),
    values: fc.array(values, { minLength: 15, maxLength: 15 }),
    groups: fc.constantFrom<string[]>([], ['a'], ['b']),
  }),
);

describe('dev.cuecard/schema with random rules', () => {
  test('accepts any value that validation accepts', async () => {
    let accepted = 0;
    const property = fc.asyncProperty(anyArg, async ({ options, decorators, values, groups }) => {
      class Args {}
      for (const [make, settings] of decorators) make(settings)(Args.prototype, 'value');
      Arg({ ...options, required: false })(Args.prototype, 'value');
      Allow({ groups: [...groups] })(Args.prototype, 'other'); // A rule to put into groups.
      fc.pre(isDefinable(Args, groups));
      const { accept, satisfies, schema } = describing(Args, groups);
      const rejected: unknown[] = [];
      for (const given of values) {
        const value = await accept({ value: given });
        if (value !== undefined) accepted += 1;
        if (value !== undefined && !satisfies(value)) rejected.push({ schema, value });
      }
      expect(rejected).toEqual([]);
    });
    await fc.assert(property, { numRuns: runs(600) });
    expect(accepted).toBeGreaterThan(runs(1_000));
  });
});

class Place {
  @Arg({ title: 'City', description: 'Where it is' }) @Matches(/^[A-Z][a-z]+$/) city!: string;
  @Arg({ required: false }) near?: Place;
}
class Everything {
  @Arg({ description: 'The code' }) @MaxLength(4) code!: string;

  @Arg()
  @IsIn(['go', 'rust'])
  @IsOptional()
  language?: string;

  @Arg() @IsEnum(Tone) tone = Tone.Kind;
  @Arg() @IsEnum(Level) level = Level.Low;

  @Arg()
  @IsInt()
  @Min(0)
  @Max(50)
  @Min(-9)
  limit = 10;

  @Arg({ type: BigInt, required: false }) id?: bigint;
  @Arg() isStrict = false;
  @Arg() since = new Date('2026-01-01');
  @Arg({ required: false }) page?: URL;
  @Arg({ required: false }) picture?: Uint8Array;

  @Arg({ items: String })
  @ArrayNotEmpty()
  @ArrayMaxSize(2)
  @Length(1, 3, { each: true })
  tags: string[] = ['a'];

  @Arg({ items: Place, required: false }) @ArrayMaxSize(2) stops?: Place[];
  @Arg({ type: JSON, required: false }) @IsInt({ each: true }) extra?: unknown;

  @Arg()
  @IsEmail()
  @ValidateIf(({ tone }: Everything) => tone === Tone.Frank)
  contact!: string;

  @Arg() from!: Place;

  @Arg({ items: String, required: false })
  @Transform(({ value }: { value: string }) => value.split('-'))
  range?: string[];
}

describe('dev.cuecard/schema', () => {
  test('describes every argument, and each class once', () => {
    expect(describing(Everything).schema).toEqual({
      $schema: DRAFT,
      type: 'object',
      properties: {
        code: { type: 'string', description: 'The code', maxLength: 4 },
        language: { type: 'string', enum: ['go', 'rust'] },
        tone: { type: 'string', enum: ['kind', 'frank'], default: 'kind' },
        level: { type: 'number', enum: [1, 2], default: 1 },
        limit: { type: 'integer', minimum: 0, maximum: 50, allOf: [{ minimum: -9 }], default: 10 },
        id: { type: 'integer' },
        isStrict: { type: 'boolean', default: false },
        since: { type: 'string', pattern: expect.stringMatching(/^\^.*\$$/), default: '2026-01-01T00:00:00.000Z' },
        page: { type: 'string', format: 'uri' },
        picture: { type: 'string', contentEncoding: 'base64' },
        tags: {
          type: 'array',
          minItems: 1,
          maxItems: 2,
          items: { type: 'string', minLength: 1, maxLength: 3 },
          default: ['a'],
        },
        stops: { type: 'array', maxItems: 2, items: { $ref: '#/$defs/Place' } },
        extra: { 'dev.cuecard/rules': ['isInt'] },
        contact: { type: 'string', 'dev.cuecard/rules': ['validateIf', 'isEmail'] },
        from: { $ref: '#/$defs/Place' },
        range: {},
      },
      required: ['code', 'from'],
      additionalProperties: false,
      $defs: {
        Place: {
          type: 'object',
          properties: {
            city: { type: 'string', title: 'City', description: 'Where it is', pattern: '^[A-Z][a-z]+$' },
            near: { $ref: '#/$defs/Place' },
          },
          required: ['city'],
          additionalProperties: false,
        },
      },
    });
  });

  test('separates classes with equal names, and allows any properties of an undecorated class', () => {
    class First {
      @Arg() town!: string;
    }
    Object.defineProperty(First, 'name', { value: 'Place' });
    class Free {
      note?: string;
    }
    class Args {
      @Arg({ type: First }) first: unknown;
      @Arg() second!: Place;
      @Arg() free!: Free;
    }
    const { schema } = describing(Args);
    expect(schema['properties']).toEqual({
      first: { $ref: '#/$defs/Place' },
      second: { $ref: '#/$defs/Place2' },
      free: { type: 'object' },
    });
    expect(Object.keys(schema['$defs'] as object)).toEqual(['Place', 'Place2']);
  });

  test('lists the values of @IsIn and @IsEnum that fit the type', () => {
    class Args {
      @Arg() @IsIn(['a', 1, true]) text!: string;
      @Arg() @IsIn(['a', 1, true]) number!: number;
      @Arg({ type: JSON }) @IsIn(['a', 1, true]) json: unknown;
      @Arg() @IsEnum(Level) level!: Level;
      @Arg({ type: String }) @IsEnum(Level) levelName!: string;
      @Arg() @IsEnum(Space) space!: Space;
      @Arg() @IsEnum(['x', 'y']) listed!: string;
    }
    const { schema } = describing(Args);
    expect(schema['properties']).toEqual({
      text: { type: 'string', enum: ['a'] },
      number: { type: 'number', enum: [1] },
      json: { enum: ['a', 1, true] },
      level: { type: 'number', enum: [1, 2] },
      levelName: { type: 'string', enum: ['Low', 'High'] },
      space: { type: 'string', enum: ['flat', 'deep'] },
      listed: { type: 'string', enum: ['x', 'y'] },
    });
  });

  test('includes only rules whose groups the prompt uses', () => {
    class Args {
      @Arg()
      @MaxLength(3, { groups: ['short'] })
      @Matches(/^a+$/, { always: true })
      @IsIn(['a'], { groups: ['strict'] })
      code!: string;

      @Allow({ groups: ['other'] }) note?: string;
    }
    const codeIn = (...groups: string[]) => describing(Args, groups).schema['properties'];
    expect(codeIn()).toEqual({ code: { type: 'string', maxLength: 3, pattern: '^a+$', enum: ['a'] } });
    expect(codeIn('short')).toEqual({ code: { type: 'string', maxLength: 3, pattern: '^a+$' } });
    expect(codeIn('other')).toEqual({ code: { type: 'string', pattern: '^a+$' } });
  });
});

describe('@Matches in dev.cuecard/schema', () => {
  const patternOf = (pattern: RegExp): unknown => {
    class Args {
      @Arg() @Matches(pattern) code!: string;
    }
    return (describing(Args).schema['properties'] as { code: object }).code;
  };

  test.each([
    /^[a-z]{2}$/,
    /^\S+$/,
    /^.+\.ts$/,
    /^[^/]*$/,
    /^[\w.-]{3}$/,
    /^.$/u,
    /a|b/g,
    /^\d{4}-\d\d$/,
    /^[\]a]{2}$/,
  ])('includes the pattern %s', (pattern) => {
    expect(patternOf(pattern)).toEqual({ type: 'string', pattern: pattern.source });
  });

  test.each([
    /a/i,
    /^a$/m,
    /^.$/,
    /^.{2}$/,
    /^..+$/,
    /^[^a]$/,
    /^\S\S$/,
    /^[\s\S]{2}$/,
    new RegExp('^\\-$'),
    new RegExp(`^[${'😀'}]$`),
    /^😀?$/,
  ])('omits a pattern that JSON Schema reads differently: %s', (pattern) => {
    expect(patternOf(pattern)).toEqual({ type: 'string', 'dev.cuecard/rules': ['matches'] });
  });
});

describe('dev.cuecard/schema of many rules', () => {
  const { accept, satisfies } = describing(Everything);
  const good = { code: 'x', from: { city: 'Bern' } };

  test('accepts any arguments that validation accepts', async () => {
    const or = <T>(arbitrary: fc.Arbitrary<T>) => fc.oneof({ depthSize: 'small' }, fc.constant(undefined), arbitrary);
    const cities = fc.constantFrom('Bern', 'Biel', 'basel', '');
    const { places } = fc.letrec<{ places: object }>((tie) => ({
      places: fc.record({ city: cities, near: or(tie('places')) }, { noNullPrototype: true }),
    }));
    const texts = fc.string({ unit: anyCharacter, maxLength: 6 });
    const values = fc.record(
      {
        code: texts,
        language: or(fc.constantFrom('go', 'rust', 'c')),
        tone: or(fc.constantFrom('kind', 'frank')),
        level: or(fc.constantFrom(1, 2, 3)),
        limit: or(fc.oneof(fc.integer({ min: -1, max: 51 }), fc.constant(1.5))),
        id: or(fc.bigInt()),
        since: or(fc.date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })),
        page: or(webAddress.map((url) => new URL(url))),
        picture: or(fc.uint8Array({ minLength: 1 })),
        tags: or(fc.array(fc.constantFrom('a', 'abc', 'abcd', ''), { maxLength: 3 })),
        stops: or(fc.array(places, { maxLength: 3 })),
        extra: or(fc.oneof(fc.integer(), fc.array(fc.integer()))),
        contact: or(fc.constantFrom('a@b.ch', 'nobody')),
        from: places,
      },
      { noNullPrototype: true },
    );
    let accepted = 0;
    const property = fc.asyncProperty(values, async (candidate) => {
      const value = await accept(candidate);
      if (value === undefined) return;
      accepted += 1;
      expect([value, satisfies(value)]).toEqual([value, true]);
    });
    await fc.assert(property, { numRuns: runs(2_000), examples: [[good as never]] });
    expect(accepted).toBeGreaterThanOrEqual(runs(10));
  });

  test.each<[string, object]>([
    ['a missing argument', { code: 'x' }],
    ['an unknown argument', { ...good, cod: 'x' }],
    ['another type', { ...good, code: 5 }],
    ['a string that is too long', { ...good, code: 'xxxxx' }],
    ['a value that is not listed', { ...good, language: 'c' }],
    ['a value that is not of an enum', { ...good, tone: 'rude' }],
    ['the name of a number in an enum', { ...good, level: 'Low' }],
    ['a number that is too large', { ...good, limit: 51 }],
    ['a number that is too small', { ...good, limit: -1 }],
    ['a number that is not whole', { ...good, limit: 1.5 }],
    ['a string for a boolean', { ...good, isStrict: 'maybe' }],
    ['an invalid date', { ...good, since: '28.2.2026' }],
    ['a list that is empty', { ...good, tags: [] }],
    ['a list that is too long', { ...good, tags: ['a', 'b', 'c'] }],
    ['an item that is too long', { ...good, tags: ['abcd'] }],
    ['an item of another type', { ...good, tags: [5] }],
    ['a string for a list', { ...good, stops: 'Bern' }],
    ['an object with an unknown property', { ...good, from: { city: 'Bern', country: 'CH' } }],
    ['an object without a required property', { ...good, from: {} }],
    ['a property that breaks a rule', { ...good, stops: [{ city: 'Bern', near: { city: 'bern' } }] }],
  ])('rejects the same arguments as validation: %s', async (_, values) => {
    expect([await accept(good), satisfies(good)]).toEqual([expect.anything(), true]);
    expect([await accept(values), satisfies(values)]).toEqual([undefined, false]);
  });
});
