import {
  Arg,
  Complete,
  type CompletionContext,
  Prompt,
  type RequestContext,
  type PromptHandler,
  ResourceReader,
  user,
} from '@cuecard/core';
import { IsRevision } from '../rules/revision.js';
import { GitRepository } from '../services/git-repository.js';
import { diffText } from '../text/diff-text.js';
import { findings } from '../text/findings.js';

export class ReviewChangesArgs {
  @Arg({ title: 'From', description: 'The branch, tag or commit that the changes started from, such as main' })
  @IsRevision()
  from!: string;

  @Arg({ title: 'To', description: 'The branch, tag or commit with the changes; HEAD if left out' })
  @IsRevision()
  to = 'HEAD';
}

@Prompt({
  title: 'Review changes',
  description: 'Asks for a review of what a branch has changed, as of a pull request',
  args: ReviewChangesArgs,
})
export class ReviewChanges implements PromptHandler<ReviewChangesArgs> {
  constructor(
    private readonly repository: GitRepository,
    private readonly resources: ResourceReader,
  ) {}

  async render(range: ReviewChangesArgs, context: RequestContext) {
    const { from, to, diff } = await this.repository.changes(range, context.signal);
    return user`
      Review the change below as you would a pull request. Begin with two sentences on what it does, then judge whether it does that, and what it breaks.

      Lines that begin with "-" are gone, lines with "+" are new, the others are context: report what the change brings, not what was there before. Look also for what is missing: a caller, a test, a migration, a line of documentation.

      ${findings(10)}

      ${diffText('The change', diff)}

      The whole of it can be read here:
      ${await this.resources.link(`git:/diff/${from}..${to}`, context)}
    `;
  }

  @Complete('from')
  @Complete('to')
  revisions(_typed: string, { signal }: CompletionContext<ReviewChangesArgs>) {
    return this.repository.revisions(signal);
  }
}
