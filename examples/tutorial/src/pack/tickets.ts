export interface Ticket {
  readonly id: string;
  readonly text: string;
}

/** The service that the pack needs. An abstract class is a type and an injection token. */
export abstract class Tickets {
  abstract find(id: string): Promise<Ticket | undefined>;
  abstract close(id: string): Promise<void>;
}
