import { Arg, Prompt, type PromptHandler, RequestError, untrusted, user } from '@cuecard/core';

export abstract class Commits {
  /** Returns the first lines of the commits after a tag, or undefined for an unknown tag. */
  abstract since(tag: string): Promise<readonly string[] | undefined>;
}

enum Audience {
  Users = 'users',
  Developers = 'developers',
}

export class ReleaseNotesArgs {
  @Arg({ description: 'The tag of the last release' })
  since!: string;

  @Arg({ description: 'Who reads them', type: Audience })
  audience = Audience.Users;
}

@Prompt({ description: 'Writes release notes from commits', args: ReleaseNotesArgs })
export class ReleaseNotes implements PromptHandler<ReleaseNotesArgs> {
  constructor(private readonly commits: Commits) {}

  async render({ since, audience }: ReleaseNotesArgs) {
    const lines = await this.commits.since(since);
    if (lines === undefined) throw new RequestError('There is no such tag: list them with git tag', { code: -32602 });
    return user`
      Write release notes for ${audience} from these commits. Leave out what they cannot notice.

      ${untrusted(lines.join('\n'))}
    `;
  }
}
