import type { Identity } from '../auth/identity.js';
import type { Document } from '../jsonrpc/document.js';

/** A request that the lane may answer, on any transport. */
export interface LaneExchange {
  /** The caller. */
  readonly identity: Identity | undefined;
  /** Answers with a document, unless its client has gone. */
  answer(document: Document, sessionId: string | undefined): void;
  /** Answers with anything else. */
  respond(response: Response): void;
  /** Calls back when its client has the answer, or has left. */
  onEnd(callback: () => void): void;
  /** Frees its slot while a user answers. */
  lend<T>(answer: Promise<T>): Promise<T>;
  /** Counts its work that continues after its end. */
  hold(work: Promise<unknown>): void;
  /** Called when its work is done. */
  leave(): void;
  /** Ends without an answer. */
  hangUp(): void;
}
