// The public API, listed by hand.
export type { AuthenticationOptions, Identity } from './auth/authentication.js';
export type { BearerOptions } from './auth/bearer.js';
export { VerificationUnavailableError } from './auth/verification.js';
export type { CompletionLimiter } from './edge/completion-limit.js';
export type { HandlerOptions } from './endpoint/create-endpoint.js';
export { createHandler, serveHttp, type ServeHttpOptions, serveStdio } from './endpoint/serving.js';
export type { RequestStateOptions } from './rounds/request-state.js';
export type { FetchHandler, HttpHandler, ListeningServer } from './server/listen.js';
export type { SessionLimits } from './session/sessions.js';
export type { ServerIcon, ServerIdentity } from './shared/server-identity.js';
export type { StdioStreams } from './stdio/line-connection.js';
export type { ServeStdioOptions } from './stdio/serve-lines.js';
