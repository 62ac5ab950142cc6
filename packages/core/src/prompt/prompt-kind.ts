import { DEFINITION_OPTIONS } from '../definition/definition-options.js';
import type { ClassKind } from '../definition/kind.js';
import { LIST_PROMPTS, checkedAnswer } from '../output/answer-shapes.js';
import type { GetPromptResult, ListPromptsResult } from '../protocol.js';
import { OutputCheck } from './output-check.js';
import { promptEntry } from './prompt-entry.js';

export const PROMPT: ClassKind<GetPromptResult, ListPromptsResult> = {
  name: 'prompt',
  decorator: 'Prompt',
  methods: { list: 'prompts/list', call: 'prompts/get' },
  handlerMethod: 'render',
  hasPaths: true,
  options: DEFINITION_OPTIONS,
  subjectOf: (name) => `Prompt "${name}"`,
  entryOf: promptEntry,
  pageOf: (entries, rest) => ({ prompts: [...entries], ...rest }),
  recheckPage: (answer) => checkedAnswer(LIST_PROMPTS, answer),
  answers: (services) => new OutputCheck(services),
};
