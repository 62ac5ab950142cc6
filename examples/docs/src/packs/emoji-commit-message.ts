import { Prompt, type PromptHandler, untrusted, user } from '@cuecard/core';
import { CommitMessageArgs } from '@cuecard/example-shared-pack';
import { Team } from './team.js';

@Prompt({ name: 'commit_message', description: 'Asks for a commit message', args: CommitMessageArgs })
export class EmojiCommitMessage implements PromptHandler<CommitMessageArgs> {
  constructor(private readonly team: Team) {}

  render({ diff }: CommitMessageArgs) {
    return user`
      Write one line that begins with an emoji. We have ${this.team.rules.length} rules, and this is the first:
      ${this.team.rules[0] ?? ''}
      ${untrusted(diff)}
    `;
  }
}
