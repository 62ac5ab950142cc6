import { Arg, Prompt, type RequestContext, type PromptHandler, untrusted, user } from '@cuecard/core';
import type { Changelog } from './changelog.js';

export class ReleaseNotesArgs {
  @Arg({ description: 'Since which release' })
  since!: string;
}

@Prompt({ description: 'Asks for release notes', args: ReleaseNotesArgs })
export class ReleaseNotesPrompt implements PromptHandler<ReleaseNotesArgs> {
  private readonly changelog: Changelog = new Map([
    ['1.1.0', ['A faster list', 'Fewer dependencies']],
    ['1.2.0', ['Versions']],
  ]);

  async render({ since }: ReleaseNotesArgs, context: RequestContext) {
    const releases = [...this.changelog].filter(([version]) => version > since);
    const changes: string[] = [];
    for (const [index, [version, entries]] of releases.entries()) {
      context.signal.throwIfAborted(); // The client has gone, or the deadline is over.
      context.progress(index + 1, releases.length, version);
      changes.push(...entries);
    }
    context.log('info', 'collected changes', { releases: releases.length });
    return user`Write release notes for ${context.client?.name ?? 'somebody'}:\n\n${untrusted(changes.join('\n'))}`;
  }
}
