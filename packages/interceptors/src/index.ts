// The public API, listed by hand. Anything else may change in any release.
export type { RuleViolation } from './rule-violations.js';
export { cache, type CacheInterceptor, type CacheOptions } from './cache.js';
export { BusyError, concurrency, type ConcurrencyOptions } from './concurrency.js';
export { deadline } from './deadline.js';
export { type CallLogger, type CallRecord, logging, type LoggingOptions } from './logging.js';
export { type CallLimiter, rateLimit, type RateLimitOptions, TooManyRequestsError } from './rate-limit.js';
export type { CacheStore } from './safe-store.js';
export { type SizeLimits, sizeLimits } from './size-limits.js';
export { type Timing, timing } from './timing.js';
