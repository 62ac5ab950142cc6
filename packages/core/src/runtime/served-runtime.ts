import type { Runtime } from './runtime.js';

/** What an adapter needs of a runtime. An application may put something of its own in a runtime's place. */
export type ServedRuntime = Pick<
  Runtime,
  'methods' | 'offers' | 'listsPromptsAsTools' | 'resources' | 'logger' | 'monitor' | 'onListChanged'
>;
