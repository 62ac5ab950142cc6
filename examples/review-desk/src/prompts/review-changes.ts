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
import { Repository } from '../services/repository.js';
import { findings } from '../text/findings.js';
import { foreign } from '../text/foreign.js';

export class ReviewChangesArgs {
  @Arg({ title: 'From', description: 'The branch, tag or commit that the changes started from, such as main' })
  from!: string;

  @Arg({ title: 'To', description: 'The branch, tag or commit with the changes; HEAD if left out' })
  to = 'HEAD';
}

@Prompt({
  title: 'Review changes',
  description: 'Asks for a review of the changes between two revisions, as of a pull request',
  args: ReviewChangesArgs,
})
export class ReviewChanges implements PromptHandler<ReviewChangesArgs> {
  constructor(
    private readonly repository: Repository,
    private readonly resources: ResourceReader,
  ) {}

  async render({ from, to }: ReviewChangesArgs, context: RequestContext) {
    const { uri, diff } = await this.repository.changes(from, to, context);
    return user`
      Review the change below as you would a pull request. Begin with two sentences on what it does, then judge whether it does that, and what it breaks.

      Lines that begin with "-" are gone, lines with "+" are new, the others are context: report what the change brings, not what was there before. Look also for what is missing: a caller, a test, a migration, a line of documentation.

      ${findings(10)}

      The change, as a diff:

      ${foreign(diff)}

      The whole of it can be read here:
      ${await this.resources.link(uri, context)}
    `;
  }

  @Complete('from')
  @Complete('to')
  revisions(_typed: string, context: CompletionContext<ReviewChangesArgs>) {
    return this.repository.revisions(context);
  }
}
