import type { Outcome } from '../outcome/envelope.js';
import type { CommonOptions, Session } from './session.js';

/** What runs a command: it takes the arguments by their places, and the options. */
export type Run<Options> = (
  session: Session,
  options: Options & CommonOptions,
  ...args: readonly never[]
) => Promise<Outcome | undefined>;
