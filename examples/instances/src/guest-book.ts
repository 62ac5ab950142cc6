import { defineResource, defineTool, type ResourceUpdates } from '@cuecard/core';

const uri = 'guests://book';

/** Keeps the guests, for all instances. */
export interface Guests {
  add(name: string): Promise<unknown>;
  all(): Promise<readonly string[]>;
}

/** The book of all guests, and the tool that signs it. */
export function guestBook(guests: Guests, updates: ResourceUpdates) {
  const book = defineResource({
    name: 'guests',
    uri,
    description: 'The names of all guests',
    read: async () => (await guests.all()).join('\n'),
  });
  const sign = defineTool({
    name: 'sign',
    description: 'Signs the guest book',
    args: [{ name: 'name', description: 'The name of the guest' }],
    call: async ({ name }) => {
      await guests.add(String(name));
      updates.publish(uri); // Notifies subscribers on every instance.
      return 'Welcome';
    },
  });
  return { book, sign };
}
