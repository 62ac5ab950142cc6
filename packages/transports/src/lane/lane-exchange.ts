import type { Identity } from '../auth/identity.js';
import type { Document } from '../jsonrpc/document.js';

/** A request that the lane may answer, whatever carries it. */
export interface LaneExchange {
  /** On whose behalf it is made. */
  readonly identity: Identity | undefined;
  /** Answers with a document, unless its client has gone. */
  answer(document: Document, sessionId: string | undefined): void;
  /** Answers with anything else. */
  respond(response: Response): void;
  /** Calls back when its client has the answer, or has gone. */
  onEnd(callback: () => void): void;
  /** Gives its place to others for as long as a person takes to answer. */
  lend<T>(answer: Promise<T>): Promise<T>;
  /** Counts work for it that goes on when it has ended. */
  hold(work: Promise<unknown>): void;
  /** Called when the work for it is over. */
  leave(): void;
  /** Gives no answer, where none can be given. */
  hangUp(): void;
}
