import { Prompt, type PromptHandler, ResourceReader, fromServices, Runtime, user } from '@cuecard/core';
import { FileResources } from '@cuecard/resources';
import { serveStdio } from '@cuecard/server';

@Prompt({ description: 'Asks for a review by our guidelines' })
class Review implements PromptHandler {
  constructor(private readonly files: ResourceReader) {}

  async render() {
    return ['Review by these guidelines.', user(await this.files.embed('review.md'))];
  }
}

const files = new FileResources({ roots: ['guidelines'] });
const runtime = new Runtime({
  prompts: [Review],
  resources: [files],
  resolver: fromServices([[ResourceReader, files]]),
});
await serveStdio(runtime, { name: 'reviews', version: '1.0.0' });
