import { type Ticket, Tickets } from './pack/index.js';

/** Tickets in memory. A real service asks its database. */
export class SampleTickets extends Tickets {
  readonly #tickets: Map<string, Ticket>;

  constructor(texts: Readonly<Record<string, string>>) {
    super();
    this.#tickets = new Map(Object.entries(texts).map(([id, text]) => [id, { id, text }]));
  }

  async find(id: string) {
    return this.#tickets.get(id);
  }

  async close(id: string) {
    this.#tickets.delete(id);
  }
}
