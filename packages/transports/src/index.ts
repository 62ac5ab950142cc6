// The public API, listed by hand. It is for adapters; applications use the options of their adapter.
export { type AuthInfo, identityIn } from './auth/auth-info.js';
export type { AuthenticationOptions, Identity } from './auth/authentication.js';
export type { BearerOptions } from './auth/bearer.js';
export { VerificationUnavailableError } from './auth/verification.js';
export { bind, type Binding, type BindOptions } from './binding/bind.js';
export { type Capabilities, known, type SdkHandler, type SdkRequest, type SdkServer } from './binding/sdk-server.js';
export type { BodyOptions } from './edge/body-limits.js';
export type { CompletionOptions } from './edge/completion-limit.js';
export type { CompletionLimiter, SharedCompletionOptions } from './edge/shared-completions.js';
export type { HostOptions } from './edge/hosts.js';
export type { HandlerOptions } from './endpoint/create-endpoint.js';
export { handlerOptions, IDENTITY } from './endpoint/known-options.js';
export { guardStdout } from './stdio/guarded-stdout.js';
export type { EndpointOptions } from './endpoint/endpoint.js';
export {
  createHandler,
  type ListeningOptions,
  serveHttp,
  type ServeHttpOptions,
  serveStdio,
} from './endpoint/serving.js';
export { clientIn, revisionIn } from './jsonrpc/client-shape.js';
export type { Message, RequestId } from './jsonrpc/message.js';
export { LOG_LEVEL_KEY } from './jsonrpc/meta-keys.js';
export { headerCheck } from './jsonrpc/repeated-values.js';
export { ALL_REVISIONS, isModern, MODERN_REVISION } from './jsonrpc/revisions.js';
export { RequestState, type RequestStateOptions } from './rounds/request-state.js';
export { Rounds } from './rounds/rounds.js';
export type { FetchHandler, HttpHandler } from './server/handler.js';
export { listen, type Listening, type ListenOptions } from './server/listen.js';
export type { SessionLimits } from './session/sessions.js';
export { ANY_SIZE, ANY_TIME, limit, type LimitRange, MAX_TIMER_MS } from './shared/limit.js';
export { type Introduction, introductionOf, type ServerIcon, type ServerIdentity } from './shared/server-identity.js';
export type { StdioStreams } from './stdio/line-connection.js';
export type { ServeStdioOptions } from './stdio/serve-lines.js';
