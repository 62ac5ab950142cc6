import 'reflect-metadata'; // tsyringe throws unless this is imported before it.

export { fromContainer } from './from-container.js';
export { injectionToken } from './injection-token.js';
