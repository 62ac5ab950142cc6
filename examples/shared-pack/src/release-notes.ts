import { Arg, Complete, Prompt, type PromptHandler, untrusted, user } from '@cuecard/core';
import { ArrayMaxSize } from 'class-validator';
import { ChangeSource } from './services.js';

class ReleaseNotesArgs {
  @Arg({ items: String, description: 'The changes in the release' })
  @ArrayMaxSize(20)
  changes!: string[];
}

@Prompt({ description: 'Asks for the notes of a release', args: ReleaseNotesArgs, examples: [{ changes: ['7', '8'] }] })
export class ReleaseNotes implements PromptHandler<ReleaseNotesArgs> {
  constructor(private readonly source: ChangeSource) {}

  async render({ changes }: ReleaseNotesArgs) {
    const diffs = await Promise.all(changes.map((change) => this.source.diff(change)));
    return ['Write what users will notice of these changes.', ...diffs.map((diff) => user`${untrusted(diff)}`)];
  }

  @Complete('changes')
  open() {
    return this.source.open();
  }
}
