import type { Kind } from '../definition/kind.js';
import { OutputCheck } from '../output/output-check.js';
import type { GetPromptResult } from '../protocol.js';
import type { PromptHandler } from './prompt-handler.js';

export const PROMPT: Kind<GetPromptResult> = {
  name: 'prompt',
  methods: { list: 'prompts/list', call: 'prompts/get' },
  limits: { list: 'listMs', call: 'renderMs' },
  handlerMethod: 'render',
  subjectOf: (name) => `Prompt "${name}"`,
  call: (handler, args, { context }) => (handler as PromptHandler).render(args, context),
  answers: (services) => new OutputCheck(services),
};
