// The public API, listed by hand.
export {
  type BearerOptions,
  type HandlerOptions,
  type ServerIdentity,
  serveStdio,
  type ServeStdioOptions,
  type SessionLimits,
  type StdioStreams,
  VerificationUnavailableError,
} from '@cuecard/transports';
export { bindRuntime, type BindOptions } from './bind.js';
export { createHandler, serveHttp, type ServeHttpOptions } from './serving.js';
