import type { Client } from '@cuecard/core';

/** The revisions that an SDK speaks, and what is known of clients that have not introduced themselves. */
export class Revisions {
  readonly #clients: ReadonlyMap<unknown, Client>;
  readonly #silent: Client;

  /**
   * @param supported the revisions that the SDK negotiates
   * @param assumed the revision of a client that names none (basic/transports, "Protocol Version Header")
   */
  constructor(supported: readonly string[], assumed: string) {
    this.#clients = new Map(supported.map((revision) => [revision, Object.freeze({ revision })]));
    this.#silent = Object.freeze({ revision: assumed });
  }

  /** The revisions, the latest first. */
  get names(): readonly string[] {
    return [...this.#clients.values()].map(({ revision }) => revision);
  }

  /** A client that names nothing but its revision; `undefined` for a revision that the SDK does not speak. */
  anonymous(revision: string | null | undefined): Client | undefined {
    return revision === undefined || revision === null ? this.#silent : this.#clients.get(revision);
  }

  /** A client of which nothing is known. */
  get silent(): Client {
    return this.#silent;
  }
}
