import { createHandler } from '@cuecard/server';
import { runtime } from '../../src/reviews';

const prompts = createHandler(runtime, {
  name: 'reviews',
  version: '1.0.0',
  sessions: false, // The next request may reach another instance,
  maxSubscriptions: 0, // and instances do not notify each other.
});

export const { fetch: GET, fetch: POST, fetch: DELETE, fetch: OPTIONS } = prompts;
