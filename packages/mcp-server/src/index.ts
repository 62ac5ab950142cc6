// The public API, by hand.
export {
  type BearerOptions,
  type RequestStateOptions,
  type ServerIdentity,
  type SessionLimits,
  type StdioStreams,
  VerificationUnavailableError,
} from '@cuecard/transports';
export { bindRuntime, type BindOptions } from './bind.js';
export { createHandler, type HandlerOptions } from './create-handler.js';
export { serveHttp, type ServeHttpOptions } from './serve-http.js';
export { serveStdio, type ServeStdioOptions } from './serve-stdio.js';
