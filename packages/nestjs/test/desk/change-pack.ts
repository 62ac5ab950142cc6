import { definePack, Prompt, type PromptHandler } from '@cuecard/core';

export abstract class ChangeSource {
  abstract latest(): Promise<string>;
}

@Prompt({ description: 'Asks for release notes' })
export class ReleaseNotes implements PromptHandler {
  constructor(private readonly changes: ChangeSource) {}

  render = async () => `Write release notes for: ${await this.changes.latest()}`;
}

export const changePack = definePack({ name: 'changes', version: '1.0.0', prompts: [ReleaseNotes] });
