import { Arg, type Class, Prompt, type PromptHandler, Registry, Runtime } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import {
  Allow,
  IsEmail,
  IsIn,
  IsInt,
  Max,
  Min,
  registerDecorator,
  Validate,
  ValidateIf,
  ValidatorConstraint,
} from 'class-validator';

// Arguments with equal rules share their data. These tests check that sharing has no visible effect.

function taking(name: string, args: Class): new () => PromptHandler {
  class Takes implements PromptHandler {
    render = () => '';
  }
  Prompt({ name, args })(Takes as never);
  return Takes;
}

function faultsOf(...prompts: readonly (new () => PromptHandler)[]): string[] {
  const { faults } = new Registry(prompts, { onFault: 'isolate' });
  return faults.map(({ where, problem }) => `${where} ${problem}`);
}

async function listed(...args: readonly Class[]) {
  const runtime = new Runtime({ prompts: args.map((each, index) => taking(`p${index}`, each)) });
  const { prompts } = await runtime.prompts.list();
  const schemas = prompts.map(({ _meta }) => _meta?.['dev.cuecard/schema'] as { properties: object });
  return { entries: prompts.map((prompt) => prompt.arguments), schemas: schemas.map(({ properties }) => properties) };
}

describe('Registry.faults', () => {
  test('reports every property with contradictory rules separately', () => {
    class First {
      @Arg()
      @Min(5)
      @Max(1)
      one!: number;

      @Arg()
      @Min(5)
      @Max(1)
      two!: number;
    }
    class Second {
      @Arg()
      @Min(5)
      @Max(1)
      one!: number;

      @Arg() @IsEmail() mail!: number;
    }
    class Third {
      @Arg() @IsEmail() mail!: number;
      @Arg() @Max(5) late = 9;
    }
    class Fourth {
      @Arg() @Max(5) late = 9;
    }
    const [bounds, mail] = [
      'must be at least 5 and at most 1',
      'is of the type number, which @IsEmail() always refuses',
    ];
    const late = 'has an initial value that @Max() refuses';
    const all = [First, Second, Third, Fourth].map((type, index) => taking(`p${index}`, type));
    expect(faultsOf(...all)).toEqual([
      `First.one ${bounds}`,
      `First.two ${bounds}`,
      `Second.one ${bounds}`,
      `Second.mail ${mail}`,
      `Third.mail ${mail}`,
      `Third.late ${late}`,
      `Fourth.late ${late}`,
    ]);
  });
});

describe('Runtime.prompts.list', () => {
  test('describes equal rules alike, and keeps each title and description', async () => {
    class Plain {
      @Arg() @IsIn(['a', 'b']) kind!: string;
    }
    class Worded {
      @Arg({ title: 'Kind', description: 'Which' }) @IsIn(['a', 'b']) sort = 'a';
    }
    const { entries, schemas } = await listed(Plain, Worded);
    expect(entries).toEqual([
      [{ name: 'kind', description: 'one of a, b', required: true }],
      [{ name: 'sort', title: 'Kind', description: 'Which: one of a, b', required: false }],
    ]);
    const values = { type: 'string', enum: ['a', 'b'] };
    expect(schemas).toEqual([
      { kind: values },
      { sort: { title: 'Kind', description: 'Which', ...values, default: 'a' } },
    ]);
  });

  test('distinguishes rules by value type, constraint type and condition', async () => {
    class Texts {
      @Arg({ type: JSON }) @IsIn(['1']) value: unknown;
    }
    class Numbers {
      @Arg({ type: JSON }) @IsIn([1]) value: unknown;
    }
    class Typed {
      @Arg() @IsIn([1]) value!: number;
    }
    class Conditional {
      @Arg()
      @ValidateIf(() => false)
      @IsIn([1])
      value!: number;
    }
    const { schemas } = await listed(Texts, Numbers, Typed, Conditional);
    expect(schemas.map((properties) => (properties as { value: object }).value)).toEqual([
      { enum: ['1'] },
      { enum: [1] },
      { type: 'number', enum: [1] },
      { type: 'number', 'dev.cuecard/rules': ['validateIf', 'isIn'] },
    ]);
  });
});

describe('@Arg() with custom rules', () => {
  test('distinguishes a custom rule from a built-in rule of the same name', () => {
    const AnyNumber: PropertyDecorator = (prototype, propertyName) =>
      registerDecorator({
        name: 'isInt',
        target: prototype.constructor,
        propertyName: String(propertyName),
        options: {},
        validator: { validate: () => true },
      });
    class Theirs {
      @Arg() @IsInt() count = 1.5;
    }
    class Ours {
      @Arg() @AnyNumber count = 1.5;
    }
    const refused = 'count has an initial value that @IsInt() refuses';
    expect(faultsOf(taking('ours', Ours), taking('theirs', Theirs))).toEqual([`Theirs.${refused}`]);
    expect(faultsOf(taking('theirs', Theirs), taking('ours', Ours))).toEqual([`Theirs.${refused}`]);
  });

  test('calls a custom validator with its state, even if named CustomConstraint', async () => {
    @ValidatorConstraint()
    class CustomConstraint {
      readonly most = 3;
      validate(value: string): boolean {
        return value.length <= this.most;
      }
      defaultMessage(): string {
        return `$property has more than ${this.most}`;
      }
    }
    class Short {
      @Arg() @Validate(CustomConstraint) text!: string;
    }
    const { prompts } = new Runtime({ prompts: [taking('short', Short)] });
    expect(await prompts.get({ name: 'short', arguments: { text: 'abc' } })).toBeDefined();
    await expect(prompts.get({ name: 'short', arguments: { text: 'abcd' } })).rejects.toThrow('text has more than 3');
  });
});

describe('@Arg()', () => {
  test('keeps an argument if a subclass redeclares it with @Allow()', async () => {
    class Base {
      @Arg({ title: 'Where' }) to!: string;
    }
    class Sub extends Base {
      @Allow() declare to: string;
      @Arg() by!: string;
    }
    const { entries } = await listed(Sub);
    expect(entries).toEqual([
      [
        { name: 'to', title: 'Where', required: true },
        { name: 'by', required: true },
      ],
    ]);
  });

  test('finds an argument by name among a hundred', async () => {
    class Many {}
    const names = Array.from({ length: 100 }, (_, index) => `a${index}`);
    for (const name of names) Arg({ type: String, required: false, name: `wire_${name}` })(Many.prototype, name);
    let last: object | undefined;
    class Takes implements PromptHandler {
      render(args: object): string {
        last = { ...args };
        return '';
      }
    }
    Prompt({ args: Many })(Takes as never);
    const { prompts } = new Runtime({ prompts: [Takes] });
    await prompts.get({ name: 'takes', arguments: { wire_a99: 'x', wire_a0: 'y' } });
    expect(last).toEqual({ a99: 'x', a0: 'y' });
    await expect(prompts.get({ name: 'takes', arguments: { wire_a: '' } })).rejects.toThrow('did you mean wire_a0?');
  });
});
