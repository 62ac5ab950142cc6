import { Arg, Prompt, type RequestContext, type PromptHandler, user } from '@cuecard/core';
import { IsIn } from 'class-validator';
import { Repository } from '../services/repository.js';
import { foreign } from '../text/foreign.js';

const STYLE = {
  conventional:
    'The subject is `type(scope): summary`. The type is one of feat, fix, perf, refactor, docs, test, build, ci and chore; leave the scope out unless one part of the code is clearly meant. A change that breaks callers has "!" before the colon, and a footer "BREAKING CHANGE: " that says what they have to do.',
  plain: 'The subject has no prefix and begins with a capital letter.',
};

export class CommitMessageArgs {
  @Arg({ title: 'Style', description: 'How the subject is written, conventional if left out' })
  @IsIn(Object.keys(STYLE))
  style: keyof typeof STYLE = 'conventional';
}

@Prompt({
  title: 'Write a commit message',
  description: 'Asks for the message of the next commit, from the staged change',
  args: CommitMessageArgs,
})
export class CommitMessage implements PromptHandler<CommitMessageArgs> {
  constructor(private readonly repository: Repository) {}

  async render({ style }: CommitMessageArgs, context: RequestContext) {
    const change = await this.repository.stagedChange(context);
    return user`
      Write the message for a commit of the change below.

      ${STYLE[style]}

      The subject is in the imperative, has 72 characters at most and no full stop. After an empty line, a body says why the change is made and what it means for others, wrapped at 72 characters; leave it out where the subject says it all. State only what the diff shows: no reasons, issue numbers or tests that you cannot see. Answer with the message alone, in a code block. Only if the change holds things that do not belong together, add one sentence on how to split it.

      The staged change, as a diff:

      ${foreign(change)}
    `;
  }
}
