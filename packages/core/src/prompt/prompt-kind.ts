import type { ClassKind } from '../definition/kind.js';
import { LIST_PROMPTS, checkedAnswer } from '../output/answer-shapes.js';
import type { GetPromptResult, ListPromptsResult } from '../protocol.js';
import { OutputCheck } from './output-check.js';
import { promptEntry } from './prompt-entry.js';
import { PROMPT_OPTIONS, type PromptOptions } from './prompt-options.js';

export const PROMPT: ClassKind<GetPromptResult, ListPromptsResult> = {
  name: 'prompt',
  decorator: 'Prompt',
  methods: { list: 'prompts/list', call: 'prompts/get' },
  handlerMethod: 'render',
  typedOrigin: 'value',
  hasPaths: true,
  options: PROMPT_OPTIONS,
  asToolOf: (options) => (options as PromptOptions).asTool, // Of this kind's decorator.
  subjectOf: (name) => `Prompt "${name}"`,
  entryOf: promptEntry,
  pageOf: (entries, rest) => ({ prompts: [...entries], ...rest }),
  recheckPage: (answer) => checkedAnswer(LIST_PROMPTS, answer),
  answers: (services) => new OutputCheck(services),
};
