// For the other packages of Cuecard. It may change with any release.
export { type AuthInfo, identityIn } from './auth/identity.js';
export { handlerOptions, IDENTITY } from './endpoint/known-options.js';
export { clientIn, revisionIn } from './jsonrpc/client-shape.js';
export { LOG_LEVELS } from './jsonrpc/log-levels.js';
export type { RequestId } from './jsonrpc/message.js';
export { LOG_LEVEL_KEY } from './jsonrpc/meta-keys.js';
export { headerCheck } from './jsonrpc/repeated-values.js';
export { anonymousClient, SILENT_CLIENT } from './jsonrpc/anonymous-client.js';
export { isEnveloped } from './jsonrpc/revisions.js';
export { EMPTY_LISTS } from './peer/methods.js';
export { progressTo } from './peer/progress.js';
export { Subscriptions } from './peer/subscriptions.js';
export { RequestState, type RequestStateOptions } from './rounds/request-state.js';
export type { Retry } from './rounds/round.js';
export { Rounds } from './rounds/rounds.js';
export { MAX_TIMER_MS } from './shared/limit.js';
export { guardStdout } from './stdio/guarded-stdout.js';
