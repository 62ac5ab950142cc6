import {
  Arg,
  type ArgOptions,
  type Class,
  DefinitionError,
  InvalidArgumentsError,
  Prompt,
  type PromptHandler,
  RequestContext,
  Runtime,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { IsEnum, IsIn, IsOptional, ValidateIf } from 'class-validator';
import 'reflect-metadata';
import { definitionFaults, faultAt } from './support/faults.ts';
import { throwing } from './support/throwing.ts';

enum Pace {
  Leisurely = 'leisurely',
  Brisk = 'brisk',
}
enum Level {
  Low = 1,
  High = 2,
}

/** A runtime with one prompt, `shows`, that returns its arguments as JSON. */
function showing(args: unknown) {
  class Shows {
    render = (values: object) => JSON.stringify(values);
  }
  Prompt({ args: args as Class })(Shows);
  return new Runtime({ prompts: [Shows], logger: { error: () => {}, warn: () => {} } });
}

/** Returns the arguments that the prompt receives for these strings, or the messages of their faults. */
async function argumentsOf(runtime: Runtime, texts: Record<string, string>): Promise<unknown> {
  try {
    const { messages } = await runtime.prompts.get({ name: 'shows', arguments: texts });
    const [{ content }] = messages as unknown as [{ content: { text: string } }];
    return JSON.parse(content.text);
  } catch (error) {
    if (error instanceof InvalidArgumentsError) return error.errors.map(({ message }) => message);
    throw error;
  }
}

/** A class with one argument, `value`, of the type that the compiler emitted. */
function declaring(options: ArgOptions, emitted: unknown = Object): Class {
  class Declares {
    declare value: unknown;
  }
  Reflect.defineMetadata('design:type', emitted, Declares.prototype, 'value');
  Arg(options)(Declares.prototype, 'value');
  return Declares;
}

const typeFaultsOf = (options: ArgOptions, emitted?: unknown) =>
  definitionFaults(() => showing(declaring(options, emitted)));

describe('Arg() without a type at run time', () => {
  const listing = (values: readonly unknown[], emitted?: unknown, options?: object) => {
    const type = declaring({}, emitted);
    IsIn([...values], options)(type.prototype as object, 'value');
    return type;
  };

  test('uses the type of the values in @IsIn()', async () => {
    const [texts, numbers] = [listing(['low', 'high']), listing([1, 2])];
    expect([
      await argumentsOf(showing(texts), { value: 'low' }),
      await argumentsOf(showing(numbers), { value: '2' }),
      await argumentsOf(showing(texts), { value: 'middle' }),
    ]).toEqual([{ value: 'low' }, { value: 2 }, ['value must be one of the following values: low, high']]);
  });

  test('rejects @IsIn() with values of several types, under a condition, or with `each`', () => {
    class Sometimes {
      @Arg() @ValidateIf(() => false) @IsIn(['low']) value!: unknown;
    }
    const lost = [
      listing(['low', 1]),
      listing([]),
      listing([null]),
      listing(['low'], Object, { each: true }),
      Sometimes,
    ];
    const ids = lost.map((type) => definitionFaults(() => showing(type)).map(({ id }) => id));
    expect(ids).toEqual(lost.map(() => ['argument-type-lost']));
  });
});

describe('Arg({ type: () => … })', () => {
  test('resolves the type at start-up, including classes declared later', async () => {
    class TripArgs {
      @Arg({ items: () => Stop }) stops!: Stop[];
      @Arg({ type: () => Stop }) @IsOptional() home?: Readonly<Stop>;
      @Arg({ items: () => Number }) @IsOptional() days?: number[];
    }
    class Stop {
      @Arg() city!: string;
    }
    const texts = { stops: '[{"city":"Bern"}]', home: '{"city":"Chur"}', days: '1, 2' };
    const runtime = showing(TripArgs);
    expect([await argumentsOf(runtime, texts), await argumentsOf(runtime, { stops: '[{"town":"Bern"}]' })]).toEqual([
      { stops: [{ city: 'Bern' }], home: { city: 'Chur' }, days: [1, 2] },
      ['stops[0].town is not a known argument', 'stops[0].city is required'],
    ]);
  });

  test('rejects a function that throws or does not return a type', () => {
    const remedy = 'Return a class: @Arg({ type: () => Stop })';
    const broken = throwing(new ReferenceError('Stop is not loaded'));
    expect([
      typeFaultsOf({ type: () => undefined as never }),
      typeFaultsOf({ items: broken }),
      typeFaultsOf({ items: () => undefined as never }),
      typeFaultsOf({ type: () => (() => String) as never }),
    ]).toEqual([
      [faultAt('Declares.value', 'argument-type-invalid', 'has a function `type` that returns undefined', remedy)],
      [
        faultAt(
          'Declares.value',
          'argument-type-invalid',
          'has a function `items` that throws: Stop is not loaded',
          'Return a class: @Arg({ items: () => Stop })',
        ),
      ],
      [
        faultAt(
          'Declares.value',
          'argument-type-invalid',
          'has a function `items` that returns undefined',
          'Return a class: @Arg({ items: () => Stop })',
        ),
      ],
      [
        faultAt(
          'Declares.value',
          'argument-type-invalid',
          'has a function `type` that returns a function that is not a class',
          remedy,
        ),
      ],
    ]);
  });

  test('compiles only if the function returns an argument type', () => {
    const checked = () => [
      Arg({ type: () => Pace }),
      Arg({ items: () => Date }),
      // @ts-expect-error -- a string is not a type
      Arg({ type: () => 'Stop' }),
      // @ts-expect-error -- a string is not a type
      Arg({ items: 'Stop' }),
    ];
    expect(checked).toBeInstanceOf(Function);
  });
});

describe('Arg({ type }) with an enum', () => {
  test('validates, completes and documents its values, including values of items', async () => {
    class TripArgs {
      @Arg({ description: 'How fast', type: Pace }) pace!: Pace;
      @Arg({ type: Level }) level: Level = Level.Low;
      @Arg({ items: () => Pace }) @IsOptional() others?: Pace[];
    }
    const runtime = showing(TripArgs);
    const { entry } = runtime.registry.get('shows') as { entry: { arguments?: unknown; _meta?: object } };
    expect(entry).toMatchObject({
      arguments: [
        { name: 'pace', description: 'How fast: one of leisurely, brisk', required: true },
        { name: 'level', description: 'one of 1, 2', required: false },
        { name: 'others', description: 'a comma-separated list or a JSON array, each one of leisurely, brisk' },
      ],
      _meta: {
        'dev.cuecard/schema': {
          properties: {
            pace: { type: 'string', enum: ['leisurely', 'brisk'] },
            level: { type: 'number', enum: [1, 2], default: 1 },
            others: { type: 'array', items: { type: 'string', enum: ['leisurely', 'brisk'] } },
          },
        },
      },
    });
    expect([
      await argumentsOf(runtime, { pace: 'brisk', level: '2', others: 'brisk, leisurely' }),
      await argumentsOf(runtime, { pace: 'Brisk', level: 'High', others: 'slow' }),
    ]).toEqual([
      { pace: 'brisk', level: 2, others: ['brisk', 'leisurely'] },
      [
        'pace must be one of leisurely, brisk',
        'level must be one of 1, 2',
        'others[0] must be one of leisurely, brisk',
      ],
    ]);
    const completed = async (name: string) => {
      const ref = { type: 'ref/prompt', name: 'shows' } as const;
      return (await runtime.complete({ ref, argument: { name, value: '' } })).completion.values;
    };
    expect([await completed('pace'), await completed('level'), await completed('others')]).toEqual([
      ['leisurely', 'brisk'],
      ['1', '2'],
      ['leisurely', 'brisk'],
    ]);
  });

  test('uses the type of the values if the compiler emitted the enum as the type', async () => {
    const entryWith = (emitted: unknown, rules: readonly PropertyDecorator[]) => {
      const args = declaring({ description: 'How fast' }, emitted);
      for (const rule of rules) rule(args.prototype as object, 'value');
      return showing(args).registry.get('shows')?.entry;
    };
    const rules = [IsEnum(Pace)];
    expect(entryWith(Pace, rules)).toEqual(entryWith(String, rules));
    expect(entryWith(Pace, [])).toEqual(entryWith(String, []));
    expect(entryWith(Level, [])).toEqual(entryWith(Number, []));
    const texts = { value: 'slow' };
    expect(await argumentsOf(showing(declaring({}, Pace)), texts)).toEqual(texts);
  });

  test('lists its values once in the schema, even with @IsEnum()', () => {
    class TripArgs {
      @Arg({ type: Pace }) @IsEnum(Pace) pace!: Pace;
    }
    expect(showing(TripArgs).registry.get('shows')?.entry['_meta']).toMatchObject({
      'dev.cuecard/schema': { properties: { pace: { type: 'string', enum: ['leisurely', 'brisk'] } } },
    });
  });

  test('rejects an enum of mixed values and any other object', () => {
    const mixed = { None: 0, Some: 'some' };
    const remedy = 'Declare a supported type, such as @Arg({ type: JSON })';
    expect([mixed, {}, { nested: {} }, [String]].map((type) => typeFaultsOf({ type: type as never }))).toEqual([
      [
        faultAt(
          'Declares.value',
          'argument-type-invalid',
          'is an enum of both strings and numbers',
          'Declare the type of its values, and add a rule: @Arg({ type: String }) @IsIn([…])',
        ),
      ],
      ...[1, 2, 3].map(() => [
        faultAt('Declares.value', 'argument-type-invalid', 'has a type that is neither a class nor an enum', remedy),
      ]),
    ]);
  });
});

describe('Prompt({ args })', () => {
  const refused = [{ code: String }, 'CodeArgs', null, new (class Args {})(), () => class Args {}, 5];

  test.each(refused)('rejects a value that is not a class, case %#', (args) => {
    expect(definitionFaults(() => showing(args))).toEqual([
      faultAt(
        'Shows',
        'args-invalid',
        'has `args` that is not a class',
        'Use a class whose properties have @Arg(), as in args: ReviewArgs',
      ),
    ]);
  });
});

describe('RequestContext.ask', () => {
  test('rejects a form that is not a class', async () => {
    let refusal: unknown;
    @Prompt()
    class Asks implements PromptHandler {
      async render(_args: object, context: RequestContext) {
        await context.ask({} as never, 'Well?').catch((error: unknown) => (refusal = error));
        return '';
      }
    }
    await new Runtime({ prompts: [Asks] }).prompts.get({ name: 'asks' });
    expect(refusal).toBeInstanceOf(DefinitionError);
    expect((refusal as DefinitionError).faults).toEqual([
      {
        where: 'context.ask()',
        type: 'context.ask()',
        id: 'args-invalid',
        problem: 'has a first argument that is not a class',
        remedy: 'Pass a class whose properties have @Arg(), as in context.ask(ReviewArgs, …)',
      },
    ]);
  });
});
