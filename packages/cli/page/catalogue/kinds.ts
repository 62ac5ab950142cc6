import type { KindName } from '@cuecard/core';

export const KIND_TITLES: Readonly<Record<KindName, string>> = {
  prompt: 'Prompts',
  tool: 'Tools',
  resource: 'Resources',
};
