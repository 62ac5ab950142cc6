import { Runtime } from '@cuecard/core';
import { Search } from './search.js';

export const limited = new Runtime({
  prompts: [Search],
  limits: { argumentLength: 100, argumentsLength: 400, completeMs: 1_000 },
});
