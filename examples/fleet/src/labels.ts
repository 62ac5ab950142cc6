import type { LabelStore } from '@cuecard/labels';
import { redisLabels } from '@cuecard/redis';
import { createClient } from '@redis/client';

/** The labels that all instances of both services share. */
export async function sharedLabels(url: string): Promise<LabelStore> {
  const labels = redisLabels({
    client: createClient({ url }), // It is duplicated: connect it only if you use it yourself.
    namespace: 'greetings',
    protect: ['production'],
  });
  await labels.ready(); // Before the first request, each label is where the store has it.
  return labels;
}
