/**
 * Keeps in NATS the labels that many instances of a server share.
 *
 * @packageDocumentation
 */
export { NatsBackend } from './nats-backend.js';
export { natsLabels, type NatsLabelsOptions } from './nats-labels.js';
