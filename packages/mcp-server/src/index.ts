// The public API, listed by hand.
export {
  type BearerOptions,
  type RequestStateOptions,
  serveStdio,
  type ServeStdioOptions,
  type ServerIdentity,
  type SessionLimits,
  type StdioStreams,
  VerificationUnavailableError,
} from '@cuecard/transports';
export { bindRuntime, type BindOptions } from './bind.js';
export { createHandler, type HandlerOptions, serveHttp, type ServeHttpOptions } from './serving.js';
