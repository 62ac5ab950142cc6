// Exports for the other packages of Cuecard. They may change in any release.
export { type AuthInfo, identityIn } from './auth/identity.js';
export { handlerOptions, httpOptions, IDENTITY } from './endpoint/known-options.js';
export { clientIn, revisionIn, anonymousClient, SILENT_CLIENT } from './jsonrpc/client.js';
export type { RequestId } from './jsonrpc/message.js';
export { headerCheck } from './jsonrpc/header-mirror.js';
export { isEnveloped, LOG_LEVEL_KEY, LOG_LEVELS } from './jsonrpc/protocol.js';
export { EMPTY_LISTS } from './peer/methods.js';
export { progressTo } from './peer/call.js';
export { Subscriptions } from './peer/subscriptions.js';
export { RequestState, type RequestStateOptions } from './rounds/request-state.js';
export type { Retry } from './rounds/rounds.js';
export { Rounds } from './rounds/rounds.js';
export { MAX_TIMER_MS } from './shared/limit.js';
export { guardStdout } from './stdio/guarded-stdout.js';
