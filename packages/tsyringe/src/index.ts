import 'reflect-metadata'; // tsyringe throws unless this is imported before it.

export { fromContainer } from './from-container.js';
export { tokenOf } from './token-of.js';
