import { Prompt, type PromptHandler } from '@cuecard/core';

@Prompt({ name: 'summary', version: '1.0.0', labels: ['production'], deprecated: 'use version 2' })
export class Summary implements PromptHandler {
  render = () => 'Summarise this thread.';
}

@Prompt({ name: 'summary', version: '2.0.0' })
export class ShortSummary implements PromptHandler {
  render = () => 'Summarise this thread in three sentences.';
}

@Prompt({ name: 'summary', version: '3.0.0-beta.1', labels: ['canary'] })
export class ListedSummary implements PromptHandler {
  render = () => 'Summarise this thread as a list of decisions.';
}
