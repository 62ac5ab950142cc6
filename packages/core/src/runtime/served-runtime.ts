import type { Runtime } from './runtime.js';

/** The part of a runtime that adapters need. An application may put something of its own in a runtime's place. */
export type ServedRuntime = Pick<
  Runtime,
  'methods' | 'offers' | 'listsPromptsAsTools' | 'resources' | 'logger' | 'monitor' | 'onListChanged'
>;
