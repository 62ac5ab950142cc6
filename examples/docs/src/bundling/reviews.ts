import { definePack, Prompt, type PromptHandler, untrusted, user } from '@cuecard/core';
import { Guide } from './guide.js';
import { SummaryArgs } from './summary-args.js';

@Prompt({ name: 'summary', description: 'Summarises a review', args: SummaryArgs })
export class SummaryPrompt implements PromptHandler<SummaryArgs> {
  constructor(private readonly guide: Guide) {}

  render({ topic, length }: SummaryArgs) {
    return user`Write a ${length} summary of the review of ${untrusted(topic)}. ${this.guide.rule}`;
  }
}

export const reviews = definePack({ name: 'reviews', version: '1.0.0', prompts: [SummaryPrompt] });
