import { image, Prompt, type PromptHandler, user } from '@cuecard/core';

/** One transparent pixel. */
export const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

@Prompt({ name: 'badge', description: 'Shows the badge of the team' })
export class BadgePrompt implements PromptHandler {
  async render() {
    return [user`Describe this badge.`, user(await image(Buffer.from(PIXEL, 'base64')))];
  }
}
