// The public API, listed by hand.
export {
  type BearerOptions,
  createHandler,
  type HandlerOptions,
  serveHttp,
  type ServeHttpOptions,
  type ServerIdentity,
  serveStdio,
  type ServeStdioOptions,
  type SessionLimits,
  type StdioStreams,
  VerificationUnavailableError,
} from '@cuecard/transports';
export { bindRuntime, type BindOptions } from './bind.js';
