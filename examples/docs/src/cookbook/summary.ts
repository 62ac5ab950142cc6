import { Prompt, type PromptHandler, Runtime, type VersionSelector } from '@cuecard/core';

@Prompt({ name: 'summary', description: 'Summarises a thread', version: '1.0.0' })
export class Summary implements PromptHandler {
  render() {
    return 'Summarise this thread.';
  }
}

@Prompt({ name: 'summary', description: 'Summarises a thread', version: '2.0.0' })
export class ShortSummary implements PromptHandler {
  render() {
    return 'Summarise this thread in three sentences.';
  }
}

let released = '1.0.0';
const select: VersionSelector = (versions) => versions.find(({ version }) => version === released);

export const runtime = new Runtime({ prompts: [Summary, ShortSummary], select });

/** Serves the new version from now on, while clients stay connected. */
export function release(version: string): void {
  released = version;
  runtime.notifyListChanged('prompt');
}
