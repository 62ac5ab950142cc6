import { readFile } from 'node:fs/promises';
import { Arg, Prompt, Registry, Runtime } from '@cuecard/core';
import { expect, test } from '@jest/globals';
import { Exclude, Expose, plainToInstance, Transform, Type } from 'class-transformer';
import {
  Allow,
  IsBoolean,
  IsDate,
  IsDefined,
  IsEnum,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsNumberString,
  IsOptional,
  IsString,
  MaxLength,
  ValidateIf,
  ValidateNested,
  validateSync,
} from 'class-validator';
import { TripArgs } from '../dist/migrating/dto/after.js';
import { TripDto } from '../dist/migrating/dto/before.js';

/** What a handler gets for arguments as clients send them, or the refused arguments with their rules. */
async function bind(args: new () => object, given: Record<string, string>, groups?: string[]): Promise<unknown> {
  let got: unknown;
  @Prompt({ name: 'bound', args, ...(groups && { groups }) })
  class Bound {
    render(bound: object) {
      got = { ...bound };
      return 'ok';
    }
  }
  const runtime = new Runtime({ prompts: [Bound], logger: { error() {}, warn() {} } });
  try {
    await runtime.prompts.get({ name: 'bound', arguments: given });
    return got;
  } catch (error) {
    const { errors } = (error as { data: { errors: { argument: string; rule: string }[] } }).data;
    return errors.map(({ argument, rule }) => `${argument}: ${rule}`);
  }
}

/** The faults of a class at start-up. */
function faultOf(args: new () => object): string {
  @Prompt({ args })
  class Faulty {
    render() {
      return 'ok';
    }
  }
  try {
    return typeof new Registry([Faulty]);
  } catch (error) {
    return (error as Error).message;
  }
}

enum Pace {
  Slow = 'slow',
}

class Stop {
  @Arg()
  city!: string;
}

class Unmarked {
  @IsString()
  city!: string;
}

const rows: Record<string, () => unknown> = {
  'a property without `@Arg`': () => {
    class Args {
      @Arg() a!: string;
      b?: string;
    }
    return bind(Args, { a: '1', b: '2' });
  },
  '`@Type(() => Number)`': () => {
    class Args {
      @Arg() @Type(() => Number) a!: number;
    }
    return bind(Args, { a: '1' });
  },
  '`@Type(() => Date)`, `@IsDate()`': () => {
    class Args {
      @Arg() @Type(() => Date) @IsDate() a!: Date;
    }
    return bind(Args, { a: '2026-05-01' });
  },
  '`@Type(() => Stop)`, `@ValidateNested()`': () => {
    class Args {
      @Arg() @Type(() => Stop) @ValidateNested() a!: Stop;
    }
    return bind(Args, { a: '{"city":"Bern"}' });
  },
  '`@Type(() => Stop)` of an array': () => {
    class Args {
      @Arg() @Type(() => Stop) @ValidateNested({ each: true }) a!: Stop[];
    }
    return faultOf(Args);
  },
  'a nested class without `@Arg`': () => {
    class Args {
      @Arg() a!: Unmarked;
    }
    return bind(Args, { a: '{"city":"Bern"}' });
  },
  '`@Transform(…)`': () => {
    class Args {
      @Arg() @Transform(({ value }) => `${value}!`) a!: string;
    }
    return bind(Args, { a: '1' });
  },
  '`@Expose({ name })`': () => {
    class Args {
      @Arg() @Expose({ name: 'a_b' }) a!: string;
    }
    return bind(Args, { a_b: '1' });
  },
  '`@Exclude()`': () => {
    class Args {
      @Arg() @Exclude() a!: string;
    }
    return bind(Args, { a: '1' });
  },
  '`@IsOptional()`': () => {
    class Args {
      @Arg() @IsOptional() a?: string;
    }
    return bind(Args, { a: '' });
  },
  '`@IsDefined()`, `@IsNotEmpty()`': () => {
    class Args {
      @Arg() @IsDefined() @IsNotEmpty() a!: string;
    }
    return bind(Args, {});
  },
  '`@ValidateIf(…)`': () => {
    class Args {
      @Arg() b = 'x';
      @Arg() @ValidateIf(({ b }: Args) => b === 'y') @MaxLength(1) a!: string;
    }
    return Promise.all([bind(Args, {}), bind(Args, { b: 'y' })]);
  },
  '`@IsEnum(Pace)`': () => {
    class Args {
      @Arg() @IsEnum(Pace) a!: Pace;
    }
    return bind(Args, { a: 'fast' });
  },
  '`@IsInt() a: string`': () => {
    class Args {
      @Arg() @IsInt() a!: string;
    }
    return faultOf(Args);
  },
  '`@IsNumberString() a: number`': () => {
    class Args {
      @Arg() @IsNumberString() a!: number;
    }
    return bind(Args, { a: '5' });
  },
  '`@IsBoolean()`': () => {
    class Args {
      @Arg() @IsBoolean() a!: boolean;
    }
    return bind(Args, { a: 'true' });
  },
  '`groups`': () => {
    class Args {
      @Arg() @IsIn(['x'], { groups: ['strict'] }) @MaxLength(1, { groups: ['draft'] }) a!: string;
    }
    return Promise.all([bind(Args, { a: 'y' }), bind(Args, { a: 'y' }, ['draft'])]);
  },
  '`@Allow()`': () => {
    class Args {
      @Arg() @Allow() a!: string;
    }
    return bind(Args, { a: 'y' });
  },
};

const outcomes = {
  'a property without `@Arg`': ['b: unknown'],
  '`@Type(() => Number)`': { a: 1 },
  '`@Type(() => Date)`, `@IsDate()`': { a: new Date('2026-05-01') },
  '`@Type(() => Stop)`, `@ValidateNested()`': { a: Object.assign(new Stop(), { city: 'Bern' }) },
  '`@Type(() => Stop)` of an array': expect.stringContaining('Declare it: @Arg({ items: String })'),
  'a nested class without `@Arg`': { a: Object.assign(new Unmarked(), { city: 'Bern' }) },
  '`@Transform(…)`': { a: '1!' },
  '`@Expose({ name })`': ['a: isDefined', 'a_b: unknown'],
  '`@Exclude()`': { a: '1' },
  '`@IsOptional()`': {},
  '`@IsDefined()`, `@IsNotEmpty()`': ['a: isDefined'],
  '`@ValidateIf(…)`': [{ b: 'x' }, ['a: isDefined']],
  '`@IsEnum(Pace)`': ['a: isEnum'],
  '`@IsInt() a: string`': expect.stringContaining('Declare the property as number'),
  '`@IsNumberString() a: number`': { a: 5 },
  '`@IsBoolean()`': { a: true },
  '`groups`': [['a: isIn'], { a: 'y' }],
  '`@Allow()`': { a: 'y' },
};

test('a DTO is ported as the table says, decorator by decorator', async () => {
  const seen = await Promise.all(Object.entries(rows).map(async ([name, run]) => [name, await run()]));
  expect(Object.fromEntries(seen)).toEqual(outcomes);
});

test('the table has a row for each decorator that is tried here', async () => {
  const page = await readFile(new URL('../../../docs/migrating-a-dto.md', import.meta.url), 'utf8');
  const cells = [...page.matchAll(/^\| (?!decorator|-)(.*?) +\|/gm)].map(([, cell]) => cell);
  expect(cells).toEqual(Object.keys(rows));
});

test('the ported DTO has the values of the one before', async () => {
  const stops = [{ city: 'Bern', nights: 2 }];
  const before = plainToInstance(TripDto, { start: '2026-05-01', stops, contact: ' Ann@Example.com ', people: '2' });
  expect(validateSync(before)).toEqual([]);
  const given = { start: '2026-05-01', stops: JSON.stringify(stops), contact: ' Ann@Example.com ', people: '2' };
  expect(JSON.parse(JSON.stringify(await bind(TripArgs, given)))).toEqual(JSON.parse(JSON.stringify(before)));
});
