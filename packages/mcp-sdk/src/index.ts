// The public API, by hand.
export { bindRuntime, type BindOptions } from './bind.js';
export { createHandler, type HandlerOptions } from './create-handler.js';
export { serveHttp, type ServeHttpOptions } from './serve-http.js';
export { serveStdio, type ServeStdioOptions } from './serve-stdio.js';
export type { ServerIdentity } from './server.js';
export type { SessionLimits } from './sessions.js';
export type { StdioStreams } from './stdio-transport.js';
