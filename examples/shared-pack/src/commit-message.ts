import { Arg, Prompt, type PromptHandler, untrusted, user } from '@cuecard/core';
import { HouseRules } from './services.js';

export class CommitMessageArgs {
  @Arg({ description: 'What is to be committed, as a diff' })
  diff!: string;
}

@Prompt({ description: 'Asks for a commit message', args: CommitMessageArgs, examples: [{ diff: '-let a\n+const a' }] })
export class CommitMessage implements PromptHandler<CommitMessageArgs> {
  constructor(private readonly house: HouseRules) {}

  render({ diff }: CommitMessageArgs) {
    return [
      user`Write a commit message for this:\n\n${untrusted(diff)}`,
      user(['These are the rules of our house.', ...this.house.rules].join('\n- ')),
    ];
  }
}
