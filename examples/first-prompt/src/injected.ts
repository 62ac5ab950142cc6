import { fileURLToPath } from 'node:url';
import { Prompt, type PromptHandler, Runtime, ResourceReader, user } from '@cuecard/core';
import { serveHttp } from '@cuecard/server';
import { FileResources } from '@cuecard/resources';
import { fromContainer, injectionToken } from '@cuecard/tsyringe';
import { container } from 'tsyringe';

const folder = fileURLToPath(new URL('../guidelines', import.meta.url));
const port = Number(process.env['PORT'] ?? 3917);

@Prompt({ name: 'guidelines', description: 'How we review' })
class GuidelinesPrompt implements PromptHandler {
  constructor(private readonly files: ResourceReader) {}

  async render() {
    return ['Review by these guidelines.', user(await this.files.embed('review.md'))];
  }
}

container.register(injectionToken(ResourceReader), { useValue: new FileResources({ roots: [folder] }) });
const runtime = new Runtime({ prompts: [GuidelinesPrompt], resolver: fromContainer(container) });
export const server = await serveHttp(runtime, { name: 'reviews', version: '1.0.0', port });
