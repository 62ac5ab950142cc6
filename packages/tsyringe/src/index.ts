import 'reflect-metadata'; // Imported before tsyringe, which refuses to load without it.

export { fromContainer } from './from-container.js';
export { tokenOf } from './token-of.js';
