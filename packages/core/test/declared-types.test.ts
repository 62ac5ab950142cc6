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

/** A runtime with one prompt, `shows`, that answers its arguments as JSON. */
function showing(args: unknown) {
  class Shows {
    render = (values: object) => JSON.stringify(values);
  }
  Prompt({ args: args as Class })(Shows);
  return new Runtime({ prompts: [Shows], logger: { error: () => {}, warn: () => {} } });
}

/** What the prompt gets for these texts, or what is wrong with them. */
async function given(runtime: Runtime, texts: Record<string, string>): Promise<unknown> {
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

describe('a type that a compiler does not know, because another file names it', () => {
  const listing = (values: readonly unknown[], emitted?: unknown, options?: object) => {
    const type = declaring({}, emitted);
    IsIn([...values], options)(type.prototype as object, 'value');
    return type;
  };

  test('is that of the values that a rule lists', async () => {
    const [texts, numbers] = [listing(['low', 'high']), listing([1, 2])];
    expect([
      await given(showing(texts), { value: 'low' }),
      await given(showing(numbers), { value: '2' }),
      await given(showing(texts), { value: 'middle' }),
    ]).toEqual([{ value: 'low' }, { value: 2 }, ['value must be one of the following values: low, high']]);
  });

  test('stays lost where these have several types, or the rule may not hold or is about items', () => {
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

describe('a type that is given by a function', () => {
  test('is asked for at start-up, so that classes can refer to those declared later', async () => {
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
    expect([await given(runtime, texts), await given(runtime, { stops: '[{"town":"Bern"}]' })]).toEqual([
      { stops: [{ city: 'Bern' }], home: { city: 'Chur' }, days: [1, 2] },
      ['stops[0].town is not a known argument', 'stops[0].city is required'],
    ]);
  });

  test('is refused if it returns none, throws, or returns another function', () => {
    const remedy = 'Return the class: @Arg({ type: () => Stop })';
    const broken = throwing(new ReferenceError('Stop is not loaded'));
    expect([
      typeFaultsOf({ type: () => undefined as never }),
      typeFaultsOf({ items: broken }),
      typeFaultsOf({ items: () => undefined as never }),
      typeFaultsOf({ type: () => (() => String) as never }),
    ]).toEqual([
      [faultAt('Declares.value', 'argument-type-invalid', 'has a `type` whose function returns undefined', remedy)],
      [
        faultAt(
          'Declares.value',
          'argument-type-invalid',
          'has `items` whose function throws: Stop is not loaded',
          'Return the class: @Arg({ items: () => Stop })',
        ),
      ],
      [
        faultAt(
          'Declares.value',
          'argument-type-invalid',
          'has `items` whose function returns undefined',
          'Return the class: @Arg({ items: () => Stop })',
        ),
      ],
      [
        faultAt(
          'Declares.value',
          'argument-type-invalid',
          'has a `type` whose function returns a function that is not a class',
          remedy,
        ),
      ],
    ]);
  });

  test('must return a type that an argument can have, or it does not compile', () => {
    const checked = () => [
      Arg({ type: () => Pace }),
      Arg({ items: () => Date }),
      // @ts-expect-error -- a text is no type
      Arg({ type: () => 'Stop' }),
      // @ts-expect-error -- a text is no type
      Arg({ items: 'Stop' }),
    ];
    expect(checked).toBeInstanceOf(Function);
  });
});

describe('an enum as the type', () => {
  test('is enforced, completed and documented, also as the type of items', async () => {
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
      await given(runtime, { pace: 'brisk', level: '2', others: 'brisk, leisurely' }),
      await given(runtime, { pace: 'Brisk', level: 'High', others: 'slow' }),
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

  test('that some compilers emit counts as the type of its values, as others emit it', async () => {
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
    expect(await given(showing(declaring({}, Pace)), texts)).toEqual(texts);
  });

  test('is said once in the schema where `@IsEnum()` names it too', () => {
    class TripArgs {
      @Arg({ type: Pace }) @IsEnum(Pace) pace!: Pace;
    }
    expect(showing(TripArgs).registry.get('shows')?.entry['_meta']).toMatchObject({
      'dev.cuecard/schema': { properties: { pace: { type: 'string', enum: ['leisurely', 'brisk'] } } },
    });
  });

  test('is refused where its values are of several types, or it is no enum', () => {
    const mixed = { None: 0, Some: 'some' };
    const remedy = 'Declare it: @Arg({ type: … })';
    expect([mixed, {}, { nested: {} }, [String]].map((type) => typeFaultsOf({ type: type as never }))).toEqual([
      [
        faultAt(
          'Declares.value',
          'argument-type-invalid',
          'is an enum of both strings and numbers',
          'Declare the type of its values, with a rule: @Arg({ type: String }) @IsIn([…])',
        ),
      ],
      ...[1, 2, 3].map(() => [
        faultAt('Declares.value', 'argument-type-invalid', 'has a type that is neither a class nor an enum', remedy),
      ]),
    ]);
  });
});

describe('arguments that are declared with something other than a class', () => {
  const refused = [{ code: String }, 'CodeArgs', null, new (class Args {})(), () => class Args {}, 5];

  test.each(refused)('are refused with what to give, case %#', (args) => {
    expect(definitionFaults(() => showing(args))).toEqual([
      faultAt(
        'Shows',
        'args-invalid',
        'has `args` that is not a class',
        'Give the class whose properties have @Arg(), as in args: ReviewArgs',
      ),
    ]);
  });

  test('are refused in a question, too', async () => {
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
        problem: 'is given something that is not a class',
        remedy: 'Give the class whose properties have @Arg(), as in context.ask(ReviewArgs, …)',
      },
    ]);
  });
});
