import type { Order, OrderEvent, OrderLine, OrderSummary, Status } from '../orders/order.js';

/** Rows as statements select them. */
export interface OrderRow {
  readonly id: string;
  readonly customer: string;
  readonly status: Status;
  readonly total: number;
  readonly placed: string;
}

export interface WholeOrderRow extends OrderRow {
  readonly refunded: number;
  readonly tracking: string | null;
}

export interface LineRow {
  readonly article: string;
  readonly quantity: number;
  readonly price: number;
}

export interface EventRow {
  readonly at: string;
  readonly by: string;
  readonly note: string;
}

export function summaryOf({ id, customer, status, total, placed }: OrderRow): OrderSummary {
  return { id, customer, status, total: total / 100, placed: new Date(placed) };
}

export function orderOf(row: WholeOrderRow, lines: readonly LineRow[], events: readonly EventRow[]): Order {
  const { refunded, tracking } = row;
  return {
    ...summaryOf(row),
    lines: lines.map(lineOf),
    refunded: refunded / 100,
    ...(tracking !== null && { tracking }),
    history: events.map(eventOf),
  };
}

function lineOf({ article, quantity, price }: LineRow): OrderLine {
  return { article, quantity, price: price / 100 };
}

function eventOf({ at, by, note }: EventRow): OrderEvent {
  return { at: new Date(at), by, note };
}

export function inCents(francs: number): number {
  return Math.round(francs * 100);
}
