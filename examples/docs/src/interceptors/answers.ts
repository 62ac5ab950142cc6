import { definePack, type Pack, Prompt, type PromptHandler } from '@cuecard/core';
import { cached } from '@cuecard/interceptors';
import { createKeyv } from '@keyv/redis';
import type { Keyv } from 'keyv';

/** Answers in Redis. Commands fail at once while Redis is away, and `cached` gets the errors. */
export function answersAt(url: string): Keyv {
  return createKeyv({ url, disableOfflineQueue: true }, { namespace: 'travel', throwOnErrors: true });
}

@Prompt({ description: 'Asks what to pack', version: '1.0.0' })
export class PackingList implements PromptHandler {
  static rendered = 0;

  render() {
    PackingList.rendered += 1;
    return 'What should I pack for a week in Ghent?';
  }
}

/** Prompts whose answers all processes share. */
export function travelPack(store: Keyv): Pack {
  const interceptors = [cached({ scope: 'public', store })];
  return definePack({ name: 'travel', version: '1.0.0', prompts: [PackingList], interceptors });
}
