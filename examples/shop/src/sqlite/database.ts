import Libsql from 'libsql';

/** What SQL is given for its question marks. */
export type Values = readonly (string | number | null)[];

/** How long another process that writes is waited for. */
const BUSY_MS = 2_000;

/** An SQLite database. Amounts are whole cents, times are ISO 8601 in UTC. */
export class Database {
  readonly #connection: Libsql.Database;

  /** @param path a file, which is made if there is none; `:memory:` for a database that ends with the process */
  constructor(path: string) {
    this.#connection = new Libsql(path, { timeout: BUSY_MS });
    this.#connection.exec(SCHEMA);
  }

  /** `Row` is what the statement selects, which nobody checks. */
  rows<Row>(sql: string, values: Values = []): Row[] {
    return this.#connection.prepare(sql).all(...values) as Row[];
  }

  run(sql: string, values: Values = []): void {
    this.#connection.prepare(sql).run(...values);
  }

  /** Does work wholly or, if it throws, not at all. */
  transaction<T>(work: () => T): T {
    return this.#connection.transaction(work).immediate();
  }

  close(): void {
    this.#connection.close();
  }
}

const SCHEMA = `
  PRAGMA foreign_keys = ON;
  CREATE TABLE IF NOT EXISTS article (
    name TEXT PRIMARY KEY,
    price INTEGER NOT NULL,
    stock INTEGER NOT NULL CHECK (stock >= 0)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS orders (
    id TEXT PRIMARY KEY,
    customer TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT 'placed',
    total INTEGER NOT NULL DEFAULT 0,
    placed TEXT NOT NULL,
    refunded INTEGER NOT NULL DEFAULT 0,
    tracking TEXT
  ) STRICT;
  CREATE TABLE IF NOT EXISTS line (
    order_id TEXT NOT NULL REFERENCES orders,
    article TEXT NOT NULL REFERENCES article,
    quantity INTEGER NOT NULL CHECK (quantity > 0),
    price INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS event (
    order_id TEXT NOT NULL REFERENCES orders,
    at TEXT NOT NULL,
    by TEXT NOT NULL,
    note TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS line_of_order ON line (order_id);
  CREATE INDEX IF NOT EXISTS event_of_order ON event (order_id);
`;
