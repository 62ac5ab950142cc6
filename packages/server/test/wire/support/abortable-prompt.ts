import { setTimeout as sleep } from 'node:timers/promises';
import { definePrompt } from '@cuecard/core';

/** A prompt that listens to its signal while it waits. */
export const waiting = definePrompt({
  name: 'waiting',
  render: async (_, { signal }) => {
    await sleep(20, undefined, { signal });
    return 'done';
  },
});

export const get = (name: string, params: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name, ...params } });

/** Bodies of requests, by name. */
export const BODIES = [
  ['a prompt', get('waiting')],
  ['a prompt with a progress token', get('waiting', { _meta: { progressToken: 'it' } })],
  ['invalid JSON', '{"jsonrpc":'],
] as const;
