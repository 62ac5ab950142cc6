import { Arg, Field, Prompt, type PromptHandler, Registry, Runtime, Tool, type ToolHandler } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { Allow, IsIn, IsInt, IsOptional, MaxLength, ValidateIf } from 'class-validator';
import { definitionFaults, faultAt } from './support/faults.ts';

const undecorated = (where: string) =>
  faultAt(
    where,
    'argument-undecorated',
    'has rules but no @Arg(), so callers cannot pass it',
    'Decorate it with @Arg(), or with @Field() in an output. Otherwise, remove its rules',
  );

describe('Registry', () => {
  test('rejects argument properties with rules but without @Arg()', () => {
    class StopArgs {
      @Arg() city!: string;
      @IsInt() day!: number;
    }
    class TripArgs {
      @Arg() name!: string;
      @IsIn(['car', 'train']) @MaxLength(5) by!: string;
      @IsOptional() @MaxLength(80) note?: string;
      @Arg() stop!: StopArgs;
    }
    @Prompt({ args: TripArgs })
    class Trip implements PromptHandler<TripArgs> {
      render = () => '';
    }
    expect(definitionFaults(() => new Registry([Trip]))).toEqual([
      undecorated('StopArgs.day'),
      undecorated('TripArgs.by'),
      undecorated('TripArgs.note'),
    ]);
  });

  test('rejects output properties with rules but without @Field()', () => {
    class Order {
      @Field() id!: string;
      @IsInt() amount!: number;
    }
    @Tool({ output: Order })
    class GetOrder implements ToolHandler<object, Order> {
      call = () => ({ id: '7', amount: 1 });
    }
    expect(definitionFaults(() => new Registry([GetOrder]))).toEqual([undecorated('Order.amount')]);
  });

  test('accepts rules on a property without @Arg() that always has a value', async () => {
    class TripArgs {
      @Arg() from!: string;
      @Arg() to!: string;
      @IsIn([true]) readonly isChecked = true;
      @Allow() internal?: string;
      @MaxLength(80)
      get route(): string {
        return `${this.from} to ${this.to}`;
      }
      @ValidateIf(() => false) @IsInt() later!: number;
    }
    @Prompt({ args: TripArgs })
    class Trip implements PromptHandler<TripArgs> {
      render = ({ route }: TripArgs) => route;
    }
    const params = { name: 'trip', arguments: { from: 'Bern', to: 'Rome' } };
    expect(await new Runtime({ prompts: [Trip] }).prompts.get(params)).toEqual({
      messages: [{ role: 'user', content: { type: 'text', text: 'Bern to Rome' } }],
    });
  });
});
