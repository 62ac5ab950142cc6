import { Arg, Complete, Prompt, type PromptHandler, type RequestContext, user } from '@cuecard/core';
import { GitResources } from '@cuecard/resources';

export class ReviewChangesArgs {
  @Arg({ description: 'The branch or tag that the changes start from' })
  from!: string;

  @Arg({ description: 'The branch or tag with the changes' })
  to = 'HEAD';
}

@Prompt({ description: 'Asks for a review of what a branch has changed', args: ReviewChangesArgs })
export class ReviewChanges implements PromptHandler<ReviewChangesArgs> {
  constructor(private readonly git: GitResources) {}

  async render({ from, to }: ReviewChangesArgs, context: RequestContext) {
    const diff = await this.git.embed(`git:/diff/${from}..${to}`, context);
    return user`Review these changes. Name bugs first, then style.\n${diff}`;
  }

  @Complete('from')
  async revisions(typed: string) {
    const uris = await this.git.complete(`git:/log/${typed}`);
    return uris.map((uri) => uri.slice('git:/log/'.length));
  }
}
