import {
  Arg,
  Complete,
  type CompletionContext,
  Prompt,
  type RequestContext,
  type PromptHandler,
  user,
} from '@cuecard/core';
import { Repository } from '../services/repository.js';
import { foreign } from '../text/foreign.js';

const REQUEST = `Write the release notes for the commits below, for the people who use this software.

Begin with one or two sentences on what the release brings. Then these sections, each only if it has entries:
- Breaking changes: what stops working, and what to do about it
- New
- Fixed
- Changed

One line an entry: what it means for a user, in the present tense, with the short commit ids in parentheses. Commits on the same matter are one entry. Leave out what users do not notice, such as refactoring, tests and builds. Claim nothing that the commits do not say.`;

export class ReleaseNotesArgs {
  @Arg({ title: 'From', description: 'The last release: a tag, branch or commit, such as v1.2.0' })
  from!: string;

  @Arg({ title: 'To', description: 'The new release: a tag, branch or commit; HEAD if left out' })
  to = 'HEAD';
}

@Prompt({
  title: 'Write release notes',
  description: 'Asks for release notes, from the commits between two revisions',
  args: ReleaseNotesArgs,
})
export class ReleaseNotes implements PromptHandler<ReleaseNotesArgs> {
  constructor(private readonly repository: Repository) {}

  async render({ from, to }: ReleaseNotesArgs, context: RequestContext) {
    return user`
      ${REQUEST}

      The commits, newest first:

      ${foreign(await this.repository.commits(from, to, context))}
    `;
  }

  @Complete('from')
  @Complete('to')
  revisions(_typed: string, context: CompletionContext<ReleaseNotesArgs>) {
    return this.repository.revisions(context);
  }
}
