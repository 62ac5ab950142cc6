import { Arg, type ArgumentFault, Prompt, Runtime, Registry, type PromptHandler } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import {
  registerDecorator,
  Validate,
  ValidatorConstraint,
  IsInt,
  IsOptional,
  Max,
  Min,
  ValidateNested,
  ArrayContains,
  ArrayMaxSize,
  ArrayMinSize,
  Equals,
  IsEmail,
  IsIn,
  IsNotIn,
  Length,
  Matches,
  MaxLength,
  MinLength,
  ValidateIf,
  IsByteLength,
} from 'class-validator';
import { Type } from 'class-transformer';
import { linesOf } from './support/faults.ts';

class Never {
  validate = () => false;
  defaultMessage = () => '$property is refused';
}

/** A validator class without a name, as a bundler may leave it. */
function unnamed(className: string): typeof Never {
  const type = class extends Never {};
  Object.defineProperty(type, 'name', { value: className });
  ValidatorConstraint()(type);
  return type;
}

/** The faults and the schema of an argument that breaks this rule. */
async function outcomeOf(rule: PropertyDecorator) {
  class Args {
    @Arg() text!: string;
  }
  rule(Args.prototype, 'text');
  class Takes {
    render = () => '';
  }
  Prompt({ name: 'takes', args: Args })(Takes);
  const { prompts } = new Runtime({ prompts: [Takes] });
  const rejection: unknown = await prompts.get({ name: 'takes', arguments: { text: 'a' } }).catch((error) => error);
  const { errors } = (rejection as { data: { errors: ArgumentFault[] } }).data;
  const [entry] = (await prompts.list()).prompts;
  const schema = entry?._meta?.['dev.cuecard/schema'] as { readonly properties: object };
  return { errors, schema: schema.properties };
}

describe('ArgumentFault.rule', () => {
  const fault = { argument: 'text', message: 'text is refused' };

  test.each(['IsCalm', 'IsCalm2', 'm5'])('is customValidation for an unnamed validator class: %s', async (name) => {
    expect(await outcomeOf(Validate(unnamed(name)))).toEqual({
      errors: [{ ...fault, rule: 'customValidation' }],
      schema: { text: { type: 'string', 'dev.cuecard/rules': ['customValidation'] } },
    });
  });

  test('is the name that @ValidatorConstraint() sets', async () => {
    class IsCalm extends Never {}
    ValidatorConstraint({ name: 'isCalm' })(IsCalm);
    expect((await outcomeOf(Validate(IsCalm))).errors).toEqual([{ ...fault, rule: 'isCalm' }]);
  });

  test('is the name of the decorator if the validator class has no name', async () => {
    const validator = unnamed('IsCalm');
    const isCalm: PropertyDecorator = ({ constructor: target }, property) =>
      registerDecorator({ name: 'isCalm', target, propertyName: String(property), validator });
    expect(await outcomeOf(isCalm)).toEqual({
      errors: [{ ...fault, rule: 'isCalm' }],
      schema: { text: { type: 'string', 'dev.cuecard/rules': ['isCalm'] } },
    });
  });
});

describe('Validate()', () => {
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
    class Takes {
      render = () => '';
    }
    Prompt({ name: 'short', args: Short })(Takes);
    const { prompts } = new Runtime({ prompts: [Takes] });
    expect(await prompts.get({ name: 'short', arguments: { text: 'abc' } })).toBeDefined();
    await expect(prompts.get({ name: 'short', arguments: { text: 'abcd' } })).rejects.toThrow('text has more than 3');
  });
});

describe('PromptOptions.groups', () => {
  class Stop {
    @Arg() @IsInt({ groups: ['booking'] }) nights!: number;
  }
  class TripArgs {
    @Arg() @IsInt() @Max(9, { groups: ['search', 'booking'] }) days!: number;
    @Arg({ items: Stop }) @IsOptional() stops?: Stop[];
    @Arg() @Min(1, { groups: ['payment'] }) price!: number;
  }

  function faultsOf(args: new () => object, groups: unknown): readonly string[] {
    class Trip {
      render = () => '';
    }
    Prompt({ args, groups: groups as string[] })(Trip as never);
    return linesOf(() => new Registry([Trip]));
  }

  test('rejects a group that no rule of the arguments has', () => {
    expect(faultsOf(TripArgs, ['serch'])).toEqual([
      'Trip has the group "serch", which no rule of TripArgs has. Write "search", or leave it out.',
    ]);
    expect(faultsOf(TripArgs, ['booking', 'x'])).toEqual([
      'Trip has the group "x", which no rule of TripArgs has. Use one of booking, search, payment, or leave it out.',
    ]);
    expect(faultsOf(Stop, ['search'])).toEqual([
      'Trip has the group "search", which no rule of Stop has. Use one of booking, or leave it out.',
    ]);
  });

  test('rejects a group if no rule has groups', () => {
    class Plain {
      @Arg() @IsInt() days!: number;
    }
    expect(faultsOf(Plain, ['search'])).toEqual([
      'Trip has the group "search", which no rule of Plain has. Leave it out.',
    ]);
  });

  test('rejects groups that are not an array of strings', () => {
    expect(faultsOf(TripArgs, 'search')).toEqual([
      'Trip has the option "groups", which cannot be "search". Use an array of strings.',
    ]);
  });

  test('accepts a group of a nested class', () => {
    class Room {
      @IsInt({ groups: ['rooms'] }) beds!: number;
    }
    class Hotel {
      @ValidateNested({ always: true }) @Type(() => Room) room!: Room;
    }
    class StayArgs {
      @Arg() hotel!: Hotel;
      @Arg({ items: Stop }) stops!: Stop[];
    }
    expect(faultsOf(TripArgs, ['search'])).toEqual([]);
    expect(faultsOf(TripArgs, [])).toEqual([]);
    expect(faultsOf(StayArgs, ['booking', 'rooms'])).toEqual([]);
  });
});

describe('Registry with a rule that no value satisfies', () => {
  enum Tone {
    Kind = 'kind',
    Stern = 'stern',
  }
  enum Level {
    Low = 1,
    High = 2,
  }

  function faultsOf<Args extends object>(args: new () => Args): string[] {
    class Uses implements PromptHandler<Args> {
      render = () => '';
    }
    Prompt({ args })(Uses);
    return linesOf(() => new Registry([Uses]));
  }

  test('rejects a rule that compares the value with an object', () => {
    class Wrong {
      @Arg() @IsIn([new Date(0)]) day!: Date;
      @Arg() @Equals(new URL('https://example.com')) page!: URL;
      @Arg({ items: Date }) @IsIn([new Date(0)], { each: true }) days!: Date[];
    }
    expect(faultsOf(Wrong)).toEqual([
      'Wrong.day is of the type Date, which @IsIn() always rejects. Declare the property as string, or remove @IsIn().',
      'Wrong.page is of the type URL, which @Equals() always rejects. Declare the property as string, or remove @Equals().',
      'Wrong.days has items of the type Date, which @IsIn() always rejects. Declare its items as string, or remove @IsIn().',
    ]);
  });

  test('rejects a rule for list items of another type', () => {
    class Wrong {
      @Arg({ items: String }) @ArrayContains([1]) tags!: string[];
      @Arg({ items: String }) @ArrayContains(['a', 1]) others!: string[];
      @Arg({ items: Tone }) @ArrayContains(['harsh']) tones!: Tone[];
      @Arg({ items: Date }) @ArrayContains([new Date(0)]) days!: Date[];
    }
    const remedy = 'List only items of the right type in @ArrayContains(), or remove the decorator.';
    const problem = 'is an array that cannot contain all items of @ArrayContains()';
    const names = ['tags', 'others', 'tones', 'days'];
    expect(faultsOf(Wrong)).toEqual(names.map((name) => `Wrong.${name} ${problem}. ${remedy}`));
  });

  test('rejects bounds that no value is within', () => {
    class Wrong {
      @Arg({ items: String }) @ArrayMinSize(20_000) tags!: string[];
      @Arg() @Length(5, 1) code!: string;
      @Arg() @MinLength(5) @MaxLength(4) name!: string;
      @Arg() @MaxLength(-1) nothing!: string;
      @Arg() @Min(5) @Max(4) count!: number;
      @Arg({ items: Number })
      @ArrayMinSize(3)
      @ArrayMaxSize(2)
      @Min(2, { each: true })
      @Max(1, { each: true })
      sizes!: number[];
    }
    const remedy = 'Change one of the two limits';
    expect(faultsOf(Wrong)).toEqual([
      `Wrong.tags must have at least 20000 items and at most 10000. ${remedy}.`,
      `Wrong.code must have at least 5 characters and at most 1. ${remedy}.`,
      `Wrong.name must have at least 5 characters and at most 4. ${remedy}.`,
      `Wrong.nothing must have at least 0 characters and at most -1. ${remedy}.`,
      `Wrong.count must be at least 5 and at most 4. ${remedy}.`,
      `Wrong.sizes must have at least 3 items and at most 2. ${remedy}.`,
      `Wrong.sizes has items that must be at least 2 and at most 1. ${remedy}.`,
    ]);
  });

  test('rejects a rule that every enum value breaks', () => {
    class Wrong {
      @Arg({ type: Tone }) @IsEmail() tone!: Tone;
      @Arg({ type: Tone }) @MinLength(10) long!: Tone;
      @Arg({ items: Tone }) @Matches(/^x/, { each: true }) tones!: Tone[];
      @Arg({ type: Level }) @Min(3) level!: Level;
      @Arg({ type: Tone }) @IsIn(['harsh']) listed!: Tone;
      @Arg({ type: Tone }) @IsNotIn(['kind', 'stern']) unlisted!: Tone;
    }
    expect(faultsOf(Wrong)).toEqual([
      'Wrong.tone is one of kind, stern, which @IsEmail() always rejects. Declare the property as string, or remove @IsEmail().',
      'Wrong.long is one of kind, stern, which @MinLength() always rejects. Declare the property as string, or remove @MinLength().',
      'Wrong.tones has items that are one of kind, stern, which @Matches() always rejects. Declare its items as string, or remove @Matches().',
      'Wrong.level is one of 1, 2, which @Min() always rejects. Declare the property as number, or remove @Min().',
      'Wrong.listed is one of kind, stern, which @IsIn() always rejects. List only values of that type in @IsIn().',
      'Wrong.unlisted is one of kind, stern, which @IsNotIn() always rejects. Declare the property as another type, or remove @IsNotIn().',
    ]);
  });

  test('accepts satisfiable and conditional rules', () => {
    const Odd = (): PropertyDecorator => (prototype, propertyName) =>
      registerDecorator({
        name: 'odd',
        target: prototype.constructor,
        propertyName: propertyName as string,
        validator: { validate: () => false },
      });
    class Fine {
      @Arg({ items: Tone }) @ArrayContains(['kind']) @ArrayMinSize(10_000) tones!: Tone[];
      @Arg({ type: Tone }) @Matches(/^k/) @Odd() tone!: Tone;
      @Arg({ type: Level }) @Min(2) @Max(2) level!: Level;
      @Arg() @Length(3, 3) code!: string;
      @Arg() @MinLength(2_000_000) long!: string;
      @Arg() @Min(5) @Max(4, { validateIf: () => false }) count!: number;
      @Arg() @ValidateIf(() => false) @Length(5, 1) other!: string;
      @Arg({ type: Date }) @IsOptional() @IsIn([null, new Date(0)]) day!: Date | null;
      @Arg({ type: JSON }) @ArrayContains([1]) @IsIn([{}]) any!: unknown;
    }
    expect(faultsOf(Fine)).toEqual([]);
  });
});

describe('Rule whose validator throws URIError', () => {
  test('makes the value invalid, even in a custom decorator', async () => {
    const isEncoded = { validate: (text: string) => decodeURIComponent(text) !== '' };
    const encoded: PropertyDecorator = ({ constructor: target }, property) =>
      registerDecorator({ name: 'isEncoded', target, propertyName: String(property), validator: isEncoded });
    class Args {
      @Arg() @encoded path!: string;
    }
    class Takes {
      render = () => '';
    }
    Prompt({ name: 'takes', args: Args })(Takes);
    const { prompts } = new Runtime({ prompts: [Takes] });
    expect(await prompts.get({ name: 'takes', arguments: { path: '%41' } })).toBeDefined();
    await expect(prompts.get({ name: 'takes', arguments: { path: '%' } })).rejects.toMatchObject({
      data: { errors: [{ argument: 'path', rule: 'isEncoded', message: 'path is not valid' }] },
    });
  });
});

describe('@IsEmail() and @IsByteLength()', () => {
  test('reject a lone surrogate and log nothing', async () => {
    class Args {
      @Arg() @IsEmail() email!: string;
      @Arg() @IsByteLength(1, 9) short!: string;
      @Arg({ items: String }) @IsEmail({}, { each: true }) others!: string[];
    }
    @Prompt({ name: 'mail', args: Args })
    class Mail implements PromptHandler<Args> {
      render = () => 'hi';
    }
    const logged: unknown[] = [];
    const logger = { error: (...said: unknown[]) => void logged.push(said), warn: () => {} };
    const runtime = new Runtime({ prompts: [Mail], logger });
    const half = '\ud83d';
    const args = { email: `${half}@b.example`, short: half, others: `["a@b.example", "${half}@b.example"]` };
    await expect(runtime.prompts.get({ name: 'mail', arguments: args })).rejects.toMatchObject({
      data: {
        errors: [
          { argument: 'email', rule: 'isEmail', message: 'email must be an email' },
          { argument: 'short', rule: 'isByteLength', message: "short's byte length must fall into (1, 9) range" },
          { argument: 'others', rule: 'isEmail', message: 'each value in others must be an email' },
        ],
      },
    });
    expect(logged).toEqual([]);
  });
});
