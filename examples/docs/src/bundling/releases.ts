import { definePack, Prompt, type PromptHandler, untrusted, user } from '@cuecard/core';
import { Guide } from './guide.js';
import { SummaryArgs } from './summary-args.js';

@Prompt({ name: 'summary', description: 'Summarises a release', args: SummaryArgs })
export class SummaryPrompt implements PromptHandler<SummaryArgs> {
  constructor(private readonly guide: Guide) {}

  render({ topic, length }: SummaryArgs) {
    return user`Write a ${length} summary of the release ${untrusted(topic)}. ${this.guide.rule}`;
  }
}

export const releases = definePack({ name: 'releases', version: '1.0.0', prompts: [SummaryPrompt] });
