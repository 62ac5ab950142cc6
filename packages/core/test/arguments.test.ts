import { Arg, InvalidArgumentsError, Prompt, Runtime } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { Transform } from 'class-transformer';
import {
  getMetadataStorage,
  IsIn,
  IsNumber,
  IsOptional,
  MaxLength,
  registerDecorator,
  Validate,
  ValidateIf,
  type ValidationArguments,
  ValidatorConstraint,
} from 'class-validator';
import { argumentFault, missingArgument } from './support/faults.ts';

/** A runtime whose only prompt returns its arguments as JSON. */
function echoing<Args extends object>(args: new () => Args): Runtime {
  class Echo {
    render = (values: Args) => JSON.stringify({ type: values.constructor.name, ...values });
  }
  Prompt({ args })(Echo);
  return new Runtime({ prompts: [Echo], logger: { error: () => {}, warn: () => {} } });
}

async function got(runtime: Runtime, values?: Record<string, string>): Promise<unknown> {
  const { messages } = await runtime.prompts.get({ name: 'echo', ...(values && { arguments: values }) });
  const [message] = messages;
  return message?.content.type === 'text' && JSON.parse(message.content.text);
}

async function faults(runtime: Runtime, values: Record<string, string>): Promise<unknown> {
  const error: unknown = await runtime.prompts
    .get({ name: 'echo', arguments: values })
    .catch((thrown: unknown) => thrown);
  if (!(error instanceof InvalidArgumentsError)) throw error;
  return error.errors;
}

async function listed(runtime: Runtime): Promise<unknown> {
  return (await runtime.prompts.list()).prompts[0]?.arguments;
}

describe('Arg({ required, allowEmpty })', () => {
  class Args {
    @Arg() code!: string;
    @Arg({ required: false }) @MaxLength(5) note?: string;
    @Arg() @IsOptional() language?: string;
    @Arg() tone = 'kind';
    @Arg({ required: false, allowEmpty: true }) separator?: string;
  }
  const runtime = echoing(Args);

  test('requires an argument unless it has an initial value, @IsOptional() or required: false', async () => {
    expect(await listed(runtime)).toEqual([
      { name: 'code', required: true },
      { name: 'note', description: 'at most 5 characters', required: false },
      { name: 'language', required: false },
      { name: 'tone', required: false },
      { name: 'separator', required: false },
    ]);
    expect(await faults(runtime, {})).toEqual([missingArgument('code')]);
  });

  test('keeps the initial value of a missing argument', async () => {
    expect(await got(runtime, { code: 'x' })).toEqual({ type: 'Args', code: 'x', tone: 'kind' });
  });

  test('treats an empty string as missing without allowEmpty', async () => {
    const values = { code: 'x', note: '', language: '', tone: '', separator: '' };
    expect(await got(runtime, values)).toEqual({ type: 'Args', code: 'x', tone: 'kind', separator: '' });
    expect(await faults(runtime, { code: '' })).toEqual([missingArgument('code')]);
  });

  test('rejects a missing argument with allowEmpty', async () => {
    class Text {
      @Arg({ allowEmpty: true }) text!: string;
    }
    expect(await got(echoing(Text), { text: '' })).toEqual({ type: 'Text', text: '' });
    expect(await faults(echoing(Text), {})).toEqual([missingArgument('text')]);
  });

  test('accepts a request without arguments if all are optional', async () => {
    class Optional {
      @Arg() tone = 'kind';
    }
    expect(await got(echoing(Optional))).toEqual({ type: 'Optional', tone: 'kind' });
  });

  test('lists an argument with @ValidateIf() as optional', async () => {
    class Either {
      @Arg() @IsOptional() path?: string;
      @Arg() @ValidateIf(({ path }: Either) => path === undefined) code!: string;
    }
    const either = echoing(Either);
    expect(await listed(either)).toEqual([
      { name: 'path', required: false },
      { name: 'code', required: false },
    ]);
    expect(await got(either, { path: 'a.ts' })).toEqual({ type: 'Either', path: 'a.ts' });
    expect(await faults(either, {})).toEqual([missingArgument('code')]);
  });
});

describe('Arg() in a subclass', () => {
  class Base {
    @Arg({ description: 'The code' }) code!: string;
    @Arg() tone!: string;
  }
  class Child extends Base {
    @Arg({ description: 'How to say it' }) override tone = 'kind';
    @Arg() extra!: string;
  }

  test('overrides inherited arguments, and adds new arguments in source order', async () => {
    expect(await listed(echoing(Child))).toEqual([
      { name: 'code', description: 'The code', required: true },
      { name: 'tone', description: 'How to say it', required: false },
      { name: 'extra', required: true },
    ]);
    expect(await got(echoing(Child), { code: 'x', extra: 'y' })).toEqual({
      type: 'Child',
      code: 'x',
      tone: 'kind',
      extra: 'y',
    });
  });

  test('does not change the parent class', async () => {
    echoing(Child);
    expect(await listed(echoing(Base))).toEqual([
      { name: 'code', description: 'The code', required: true },
      { name: 'tone', required: true },
    ]);
    expect(await got(echoing(Base), { code: 'x', tone: 'y' })).toEqual({ type: 'Base', code: 'x', tone: 'y' });
  });

  test('applies the rules of the parent', async () => {
    class Strict {
      @Arg() @MaxLength(3) code!: string;
      @Arg() @MaxLength(3) note = 'n';
    }
    class Stricter extends Strict {
      @Arg() extra!: string;
    }
    expect(await faults(echoing(Stricter), { code: 'long', note: 'long', extra: 'x' })).toEqual([
      argumentFault('code', 'maxLength', 'code must be shorter than or equal to 3 characters', 'at most 3 characters'),
      argumentFault('note', 'maxLength', 'note must be shorter than or equal to 3 characters', 'at most 3 characters'),
    ]);
  });

  test("applies the parent's conditions to an optional argument", async () => {
    class Conditional {
      @Arg() mode = 'strict';

      @Arg()
      @ValidateIf(({ mode }: Conditional) => mode === 'strict')
      @MaxLength(3)
      code!: string;

      @Arg()
      @ValidateIf(({ mode }: Conditional) => mode === 'strict')
      @MaxLength(3)
      note = 'n';
    }
    class Optional extends Conditional {
      @Arg({ required: false }) declare code: string;
    }
    const values = { code: 'long', note: 'long' };
    expect(await faults(echoing(Optional), values)).toHaveLength(2);
    expect(await got(echoing(Optional), { mode: 'lax', ...values })).toEqual({
      type: 'Optional',
      mode: 'lax',
      ...values,
    });
    expect(await got(echoing(Optional), { note: 'n' })).toEqual({ type: 'Optional', mode: 'strict', note: 'n' });
  });

  test('makes a required argument of the parent optional', async () => {
    class Lenient extends Base {
      @Arg({ required: false }) declare tone: string;
    }
    echoing(Base);
    expect(await got(echoing(Lenient), { code: 'x' })).toEqual({ type: 'Lenient', code: 'x' });
  });
});

describe('Prompt({ args }) with class-validator rules', () => {
  test('reports all broken rules, including custom and asynchronous ones', async () => {
    @ValidatorConstraint({ name: 'isCalm', async: true })
    class IsCalm {
      validate = async (value: string) => !value.endsWith('!');
      defaultMessage = () => '$property must be calm';
    }
    class Args {
      @Arg()
      @IsIn(['a', 'b'])
      @MaxLength(3)
      kind!: string;

      @Arg() @Validate(IsCalm) greeting!: string;
    }
    expect(await faults(echoing(Args), { kind: 'long', greeting: 'hey!' })).toEqual([
      argumentFault('kind', 'maxLength', 'kind must be shorter than or equal to 3 characters', 'at most 3 characters'),
      argumentFault('kind', 'isIn', 'kind must be one of the following values: a, b', 'one of a, b'),
      { argument: 'greeting', rule: 'isCalm', message: 'greeting must be calm' },
    ]);
  });

  test('lists and reports the maximum number of decimal places', async () => {
    class Price {
      @Arg({ description: 'The price' }) @IsNumber({ maxDecimalPlaces: 2 }) exact!: number;
      @Arg({ description: 'About how much' }) @IsNumber({}) about = 1.234;
    }
    const runtime = echoing(Price);
    expect(await listed(runtime)).toEqual([
      { name: 'exact', description: 'The price: a number, at most 2 decimal places', required: true },
      { name: 'about', description: 'About how much: a number', required: false },
    ]);
    expect(await got(runtime, { exact: '1.25' })).toEqual({ type: 'Price', exact: 1.25, about: 1.234 });
    expect(await faults(runtime, { exact: '1.234' })).toEqual([
      argumentFault(
        'exact',
        'isNumber',
        'exact must be a number conforming to the specified constraints',
        'at most 2 decimal places',
      ),
    ]);
  });

  test('validates the result of @Transform()', async () => {
    class Args {
      @Arg()
      @Transform(({ value }: { value: string }) => value.trim().toLowerCase())
      @IsIn(['go'])
      language!: string;
    }
    expect(await got(echoing(Args), { language: ' Go ' })).toEqual({ type: 'Args', language: 'go' });
  });

  test('rejects with an internal error when a rule throws', async () => {
    function Broken() {
      return (target: object, propertyName: string) =>
        registerDecorator({
          target: target.constructor,
          propertyName,
          name: 'broken',
          validator: {
            validate: (value: string) => {
              throw new Error(`cannot judge ${value}`);
            },
          },
        });
    }
    class Args {
      @Arg() @Broken() code!: string;
    }
    await expect(echoing(Args).prompts.get({ name: 'echo', arguments: { code: 'secret' } })).rejects.toMatchObject({
      message: 'Internal error',
      code: -32603,
      problem: 'failed while its arguments were validated',
      data: { id: expect.any(String) },
    });
  });
});

describe('InvalidArgumentsError.errors', () => {
  test('contains no argument value, even in custom messages', async () => {
    const leaky = { validate: () => false, defaultMessage: ({ value }: ValidationArguments) => `default ${value}` };
    function Leaky() {
      return (target: object, propertyName: string) =>
        registerDecorator({ target: target.constructor, propertyName, name: 'leaky', validator: leaky });
    }
    class Args {
      @Arg()
      @MaxLength(1, { message: '$property "$value" is longer than $constraint1 in $target' })
      token!: string;

      @Arg() @IsIn(['x'], { message: ({ value }) => `not ${value}` }) asFunction!: string;

      @Arg()
      @IsIn(['x'], { message: ({ object }) => `not ${(object as Args).token.length}` })
      fromObject!: string;

      @Arg() @Leaky() byDefault!: string;
    }
    const values = { token: 'hunter2', asFunction: 'hunter2', fromObject: 'hunter2', byDefault: 'hunter2' };
    expect(await faults(echoing(Args), values)).toEqual([
      argumentFault('token', 'maxLength', 'token "the value" is longer than 1 in Args', 'at most 1 character'),
      { argument: 'asFunction', rule: 'isIn', message: 'not the value', expected: 'x' },
      { argument: 'fromObject', rule: 'isIn', message: 'fromObject is not valid', expected: 'x' },
      { argument: 'byDefault', rule: 'leaky', message: 'default the value' },
    ]);
  });

  test('contains at most 50 faults', async () => {
    class Args {
      @Arg() tone = 'kind';
    }
    const strangers = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`unknown${index}`, 'x']));
    expect(await faults(echoing(Args), strangers)).toHaveLength(50);
  });
});

describe('Runtime with class-validator rules', () => {
  /** A rule that rejects every value, and the values that it has received. */
  function refusing(name: string) {
    const judged: unknown[] = [];
    const validate = (value: unknown) => {
      judged.push(value);
      return false;
    };
    const decorator: PropertyDecorator = ({ constructor: target }, propertyName) =>
      registerDecorator({ name, target, propertyName: String(propertyName), validator: { validate } });
    return { judged, decorator };
  }
  const rulesOf = (found: unknown) => (found as { argument: string; rule: string }[]).map((each) => each.rule);

  test('reports two faults if two rules with the same name are broken', async () => {
    const [one, other] = [refusing('isGood').decorator, refusing('isGood').decorator];
    class Args {
      @Arg() @one @other code!: string;
    }
    expect(rulesOf(await faults(echoing(Args), { code: 'x' }))).toEqual(['isGood', 'isGood']);
  });

  test('runs no rules for a missing or unreadable argument', async () => {
    const { judged, decorator } = refusing('isGood');
    class Args {
      @Arg() @decorator @IsNumber() missing!: number;
      @Arg() @decorator @IsNumber() unreadable!: number;
    }
    expect(await faults(echoing(Args), { unreadable: 'many' })).toEqual([
      missingArgument('missing'),
      argumentFault('unreadable', 'isNumber', 'unreadable must be a number', 'a number'),
    ]);
    expect(judged).toEqual([]);
  });

  test('stops running rules after 50 faults in a list', async () => {
    const { judged, decorator } = refusing('isGood');
    class Item {
      @Arg() @decorator code!: string;
    }
    class Args {
      @Arg({ items: Item }) list!: Item[];
    }
    const list = JSON.stringify(Array.from({ length: 1_000 }, () => ({ code: 'x' })));
    expect(await faults(echoing(Args), { list })).toHaveLength(50);
    expect(judged.length).toBeLessThan(60);
  });

  test('resolves a validator class for each request, even asynchronously', async () => {
    @ValidatorConstraint({ name: 'isKnown' })
    class IsKnown {
      constructor(readonly known: string) {}
      validate = (value: string) => value === this.known;
      defaultMessage = () => `$property is not ${this.known}`;
    }
    class Args {
      @Arg() @Validate(IsKnown) code!: string;
    }
    class Echo {
      render = ({ code }: Args) => code;
    }
    Prompt({ args: Args })(Echo);
    let requests = 0;
    const construct = async (type: new (known: string) => object) => {
      if (type === IsKnown) requests += 1;
      return type === IsKnown ? new IsKnown(`v${requests}`) : new type('');
    };
    const { prompts } = new Runtime({ prompts: [Echo], resolver: construct as never });
    await expect(prompts.get({ name: 'echo', arguments: { code: 'v1' } })).resolves.toBeDefined();
    await expect(prompts.get({ name: 'echo', arguments: { code: 'v1' } })).rejects.toMatchObject({
      errors: [{ argument: 'code', rule: 'isKnown', message: 'code is not v2' }],
    });
  });
});

test('Prompt({ args }) registers the rules of a class once', () => {
  class Args {
    @Arg() code!: string;
    @Arg({ required: false }) note?: string;
  }
  const rules = () => getMetadataStorage().getTargetValidationMetadatas(Args, '', false, false).length;
  echoing(Args);
  const once = rules();
  echoing(Args);
  expect([once, rules()]).toEqual([2, 2]);
});
