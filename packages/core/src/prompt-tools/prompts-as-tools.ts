import { OptionKind } from '../text/option-kinds.js';

/** The clients that get prompts as tools: all with `true` or `'pair'`, none with `false`. */
export type PromptsAsTools = boolean | 'pair';

export const PROMPTS_AS_TOOLS = new OptionKind('true, false or "pair"', (given) => {
  return typeof given === 'boolean' || given === 'pair';
});
