import { byLabel, byPercentage, type PromptHandler, Prompt, Runtime } from '@cuecard/core';
import type { LabelStore } from '@cuecard/labels';
import { serveHttp } from '@cuecard/mcp-server';
import { greetings } from './greetings.js';

@Prompt({ name: 'about', description: 'What this service is for' })
class About implements PromptHandler {
  render = () => 'This service greets people.';
}

/** One instance of a service. */
export function serve(name: string, labels: LabelStore, port: number) {
  const runtime = new Runtime({
    prompts: [greetings, About],
    labels,
    select: [byPercentage('canary', labels.percent('canary')), byLabel('production')],
  });
  return serveHttp(runtime, { name, version: '1.0.0', port, ready: () => labels.isReady() });
}
