import type { Kind } from '../definition/kind.js';

export const PROMPT: Kind = { name: 'prompt', handlerMethod: 'render' };
