import { Arg, Field, type RequestContext } from '@cuecard/core';
import { IsIn, IsInt, IsOptional, Matches, Min } from 'class-validator';

/** The argument that names an order: of tools, of the resource and of prompts. */
export class OrderId {
  @Arg({ description: 'The number of the order, of six digits' })
  @Matches(/^\d{6}$/, { message: 'id must have six digits' })
  id!: string;
}

export const STATUSES = ['placed', 'shipped', 'cancelled'] as const;
export type Status = (typeof STATUSES)[number];

export class OrderLine {
  @Field({ description: 'The name of the article' })
  article!: string;

  @Field({ description: 'How many of it' })
  @IsInt()
  @Min(1)
  quantity!: number;

  @Field({ description: 'What one of it cost when it was ordered, in francs' })
  price!: number;
}

export class OrderEvent {
  @Field({ description: 'When it happened' })
  at!: Date;

  @Field({ description: 'Who did it' })
  by!: string;

  @Field({ description: 'What happened' })
  note!: string;
}

/** What every answer about an order says. */
export class OrderSummary {
  @Field({ description: 'Its number, of six digits' })
  id!: string;

  @Field({ description: 'Who ordered' })
  customer!: string;

  @Field({ description: 'What has become of it' })
  @IsIn(STATUSES)
  status!: Status;

  @Field({ description: 'What it costs, in francs' })
  total!: number;

  @Field({ description: 'When it was placed' })
  placed!: Date;
}

export class Order extends OrderSummary {
  @Field({ description: 'What was ordered', items: OrderLine })
  lines!: OrderLine[];

  @Field({ description: 'The number by which the carrier finds the parcel' })
  @IsOptional()
  tracking?: string;

  @Field({ description: 'What has happened to it, the first first', items: OrderEvent })
  history!: OrderEvent[];
}

/** Where clients read an order. */
export function orderUri(id: string): string {
  return `shop://orders/${id}`;
}

/** An amount as people read it. */
export function inFrancs(amount: number): string {
  return `CHF ${amount.toFixed(2)}`;
}

/** Who an order's history says has changed it. */
export function personOf({ auth }: RequestContext): string {
  return auth?.principal ?? 'somebody';
}
