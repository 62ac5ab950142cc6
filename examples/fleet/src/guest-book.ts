import { defineResource, defineTool, type ResourceUpdates } from '@cuecard/core';
import { type RedisUpdatesOptions, redisUpdates } from '@cuecard/redis';

const uri = 'guests://book';

/** Where guests are kept, for all instances. */
export interface Guests {
  add(name: string): Promise<unknown>;
  all(): Promise<readonly string[]>;
}

/** What says to all instances that a resource has changed. */
export function sharedUpdates(client: RedisUpdatesOptions['client']) {
  return redisUpdates({ client, namespace: 'greetings' });
}

/** The book of all guests, and the tool that signs it. */
export function guestBook(guests: Guests, updates: ResourceUpdates) {
  const book = defineResource({
    name: 'guests',
    uri,
    description: 'Who was here',
    read: async () => (await guests.all()).join('\n'),
  });
  const sign = defineTool({
    name: 'sign',
    description: 'Signs the book of guests',
    args: [{ name: 'name', description: 'Who the guest is' }],
    call: async ({ name }) => {
      await guests.add(String(name));
      updates.publish(uri); // Clients of every instance hear of it.
      return 'Welcome';
    },
  });
  return { book, sign };
}
