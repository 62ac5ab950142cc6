import { inspect } from 'node:util';
import { Arg, Prompt } from '@cuecard/core';
import { Type } from 'class-transformer';
import { IsArray, IsEnum, IsIn, IsInt, IsOptional, Max, MaxLength, ValidateNested } from 'class-validator';

enum Level {
  Low = 'low',
  High = 'high',
}
class Place {
  @Arg()
  city!: string;

  @Arg()
  people = 0;
}
class Leg {
  @MaxLength(4)
  from!: string;
}
class Route {
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => Leg)
  legs!: Leg[];
}

// One class for each row of the type table. `value` is required; `spare` is optional and has the same type.
export class Text {
  @Arg()
  value!: string;

  @Arg()
  @IsOptional()
  spare?: string;
}
class Decimal {
  @Arg()
  value!: number;

  @Arg()
  spare = 7;
}
class Count {
  @Arg()
  @IsInt()
  @Max(50)
  value!: number;
}
class Integer {
  @Arg()
  value!: bigint;

  @Arg()
  @IsOptional()
  spare?: bigint;
}
class Flag {
  @Arg()
  value!: boolean;

  @Arg()
  spare = true;
}
class Day {
  @Arg()
  value!: Date;

  @Arg()
  @IsOptional()
  spare?: Date;
}
class Address {
  @Arg()
  value!: URL;

  @Arg()
  @IsOptional()
  spare?: URL;
}
class Bytes {
  @Arg()
  value!: Uint8Array;

  @Arg()
  @IsOptional()
  spare?: Uint8Array;
}
class Choice {
  @Arg()
  @IsIn(['false', '0x10', 'go'])
  value!: string;
}
class Grade {
  @Arg({ type: String })
  @IsEnum(Level)
  value!: Level;
}
class Numbers {
  @Arg({ items: Number })
  value!: number[];

  @Arg({ items: Number })
  spare: number[] = [1];
}
class Places {
  @Arg({ items: Place })
  value!: Place[];
}
class Nested {
  @Arg()
  value!: Place;

  @Arg()
  @IsOptional()
  spare?: Place;
}
class Foreign {
  @Arg()
  value!: Route;
}
class Anything {
  @Arg({ type: JSON })
  value!: unknown;
}

export const ROWS = {
  text: Text,
  decimal: Decimal,
  count: Count,
  integer: Integer,
  flag: Flag,
  day: Day,
  address: Address,
  bytes: Bytes,
  choice: Choice,
  grade: Grade,
  numbers: Numbers,
  places: Places,
  nested: Nested,
  foreign: Foreign,
  anything: Anything,
};
export type Row = keyof typeof ROWS;

/** Creates a prompt that returns the converted arguments of a row as text. */
export function promptOf([name, args]: [string, new () => object]) {
  class Shows {
    render = (values: object) => shown(values);
  }
  Prompt({ name, args })(Shows);
  return Shows;
}

function shown(values: object): string {
  const defined = Object.entries(values).filter(([, value]) => value !== undefined);
  const entries = defined.map(([name, value]) => [name, plain(value)]);
  return written(Object.fromEntries(entries));
}

function plain(value: unknown): unknown {
  if (value instanceof URL) return { url: value.href };
  return value instanceof Uint8Array ? { hex: Buffer.from(value).toString('hex') } : value;
}

export function written(value: unknown): string {
  return inspect(value, { breakLength: Number.POSITIVE_INFINITY, compact: 9, depth: 9 });
}
