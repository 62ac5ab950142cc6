/**
 * Keeps in NATS what many instances of a server share.
 *
 * @packageDocumentation
 */
export { NatsBackend } from './nats-backend.js';
export { natsLabels, type NatsLabelsOptions } from './nats-labels.js';
export { natsUpdates, type NatsUpdatesOptions } from './nats-updates.js';
