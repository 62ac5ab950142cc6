import type { VerificationLogger } from '../auth/verification-log.js';
import type { MessageGuards } from '../jsonrpc/envelope-fault.js';
import type { ModernEndpoint } from '../modern/modern-endpoint.js';
import type { Open } from '../session/connection.js';

/** What answers the requests that an endpoint has let in. */
export interface Backend {
  readonly open: Open;
  readonly guards: MessageGuards;
  /** Answers what needs no connection, as since 2026-07-28. */
  readonly modern?: ModernEndpoint;
  /**
   * Where the operator learns why callers are refused.
   * @default nowhere
   */
  readonly logger?: VerificationLogger;
}
