import { join } from 'node:path';
import {
  audio,
  image,
  link,
  Prompt,
  type RequestContext,
  type PromptHandler,
  ResourceReader,
  user,
} from '@cuecard/core';

@Prompt({ description: 'Asks what is wrong on a screenshot, beside what the user said about it' })
export class Screenshot implements PromptHandler {
  constructor(private readonly resources: ResourceReader) {}

  async render(_args: object, context: RequestContext) {
    const screenshot = await image(new URL('../../assets/screen.png', import.meta.url), {
      annotations: { audience: ['user', 'assistant'], priority: 1 },
    });
    const recording = await audio({ path: join(import.meta.dirname, '../../assets/beep.wav') });
    return [
      user`
        What is wrong on this screenshot?
        ${screenshot}
        This is what it sounds like: ${recording}
        The page is made by this template: ${await this.resources.embed('memo:///template', context)}
      `,
      user(link({ uri: 'https://example.com/design', name: 'design', title: 'How it should look' })),
    ];
  }
}
