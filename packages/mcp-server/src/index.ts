// The public API, by hand.
export type { ServerIdentity, SessionLimits, StdioStreams } from '@cuecard/http';
export { bindRuntime, type BindOptions } from './bind.js';
export { createHandler, type HandlerOptions } from './create-handler.js';
export type { RequestStateOptions } from './request-state.js';
export { serveHttp, type ServeHttpOptions } from './serve-http.js';
export { serveStdio, type ServeStdioOptions } from './serve-stdio.js';
