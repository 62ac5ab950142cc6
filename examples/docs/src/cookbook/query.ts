import { Arg, Field, RequestError, Tool, type ToolHandler } from '@cuecard/core';
import type { Database } from 'libsql';

const MAX_ROWS = 100;

export abstract class SalesDatabase {
  /** A connection with `PRAGMA query_only = 1`: the database itself refuses changes. */
  abstract readonly connection: Database;
}

export class Query {
  @Arg({ description: 'A SELECT of SQLite, over the tables orders(id, customer, total)' })
  sql!: string;
}

export class Rows {
  @Field({ type: JSON, description: 'The rows, at most 100' })
  rows!: readonly unknown[];

  @Field({ description: 'Whether there are more' })
  more!: boolean;
}

@Tool({ description: 'Queries the sales', args: Query, output: Rows, annotations: { readOnlyHint: true } })
export class QuerySales implements ToolHandler<Query, Rows> {
  constructor(private readonly sales: SalesDatabase) {}

  call({ sql }: Query): Rows {
    const rows = this.#run(sql);
    return { rows: rows.slice(0, MAX_ROWS), more: rows.length > MAX_ROWS };
  }

  #run(sql: string): unknown[] {
    try {
      return this.sales.connection.prepare(`SELECT * FROM (${sql}) LIMIT ${MAX_ROWS + 1}`).all();
    } catch (cause) {
      throw new RequestError('SQLite refuses this query: write one SELECT, without a semicolon', { cause });
    }
  }
}
