import { byLabel, Prompt, type PromptHandler, Runtime } from '@cuecard/core';

@Prompt({ name: 'summary', description: 'Summarises a thread', version: '1.0.0', labels: ['production'] })
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

export const runtime = new Runtime({ prompts: [Summary, ShortSummary], select: byLabel('production') });

/** Serves the new version from now on, while clients stay connected. */
export function release(version: string): void {
  runtime.replace(runtime.registry.withLabel('production', `summary@${version}`));
}
