import { Prompt, type PromptHandler, untrusted, user } from '@cuecard/core';
import { CommitMessageArgs, HouseRules } from '@cuecard/example-shared-pack';

@Prompt({ name: 'commit_message', description: 'Asks for a commit message', args: CommitMessageArgs })
export class EmojiCommitMessage implements PromptHandler<CommitMessageArgs> {
  constructor(private readonly house: HouseRules) {}

  render({ diff }: CommitMessageArgs) {
    return user`Write one line that begins with an emoji. ${this.house.rules.join(' ')}\n\n${untrusted(diff)}`;
  }
}
