// The public API, by hand. It is for adapters; people who serve prompts find it in their adapter's options.
export { type AuthenticationOptions, identify, type Identity } from './authentication.js';
export { readJson } from './body.js';
export { EventStream } from './event-stream.js';
export { Exchange } from './exchange.js';
export { type FetchHandler, type HttpHandler, toHttpHandler } from './handler.js';
export { type HostOptions, refuseForeign } from './hosts.js';
export { InFlight } from './in-flight.js';
export { listen, type Listening, type ListenOptions } from './listen.js';
export { type Refusal, refuse } from './refusal.js';
