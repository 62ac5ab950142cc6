// The public API, by hand. It is for adapters; people who serve prompts find it in their adapter's options.
export { type AuthInfo, senderOf, toAuthInfo } from './auth/auth-info.js';
export { type AuthenticationOptions, identify, type Identity } from './auth/authentication.js';
export type { BearerOptions } from './auth/bearer.js';
export { VerificationUnavailableError } from './auth/verification.js';
export { type AdapterCall, bind, type Binding, type BindOptions } from './binding/bind.js';
export { Revisions } from './binding/revisions.js';
export type {
  Capabilities,
  ConnectedServer,
  MessageHead,
  ModernSdk,
  OpenServer,
  Sdk,
  SdkHandler,
  SdkRequest,
  SdkServer,
  Sender,
  Wire,
} from './binding/sdk-server.js';
export { type BodyLimits, type BodyOptions, readJson } from './edge/body.js';
export type { CompletionOptions } from './edge/completion-limit.js';
export { EventStream } from './edge/event-stream.js';
export { Exchange } from './edge/exchange.js';
export { type HostOptions, refuseForeign } from './edge/hosts.js';
export { createEndpoint, type HandlerOptions, type ListenerOptions } from './endpoint/create-endpoint.js';
export { Endpoint, type EndpointOptions } from './endpoint/endpoint.js';
export { type EnvelopeFault, envelopeFault, type MessageGuards } from './jsonrpc/envelope-fault.js';
export type { Message, RequestId } from './jsonrpc/message.js';
export { type Refusal, refuse } from './jsonrpc/refusal.js';
export { Lane, type LaneOptions } from './lane/lane.js';
export { LaneCalls } from './lane/lane-calls.js';
export type { Envelopes } from './lane/envelopes-dialect.js';
export type { Ask, LaneClient, LaneQuestion } from './lane/lane-client.js';
export type { LaneServer } from './lane/lane-server.js';
export { type FetchHandler, type HttpHandler, toHttpHandler } from './server/handler.js';
export { listen, type Listening, type ListenOptions } from './server/listen.js';
export type { SessionLimits } from './session/sessions.js';
export { Questions } from './session/questions.js';
export { InFlight } from './shared/in-flight.js';
export { ANY_SIZE, ANY_TIME, limit, type LimitRange, MAX_TIMER_MS } from './shared/limit.js';
export { type Introduction, introductionOf, type ServerIcon, type ServerIdentity } from './shared/server-identity.js';
export { LineTransport, type StdioStreams } from './stdio/line-transport.js';
export { serveLines, type ServeStdioOptions } from './stdio/serve-lines.js';
