/**
 * Keeps in Redis what many instances of a server share.
 *
 * @packageDocumentation
 */
export { RedisAnswers, redisAnswers, type RedisAnswersOptions } from './answers/redis-answers.js';
export type { RedisClient, RedisConnection } from './connection/redis-client.js';
export { RedisBackend } from './labels/redis-backend.js';
export { redisLabels, type RedisLabelsOptions } from './labels/redis-labels.js';
export { redisUpdates, type RedisUpdatesOptions } from './updates/redis-updates.js';
