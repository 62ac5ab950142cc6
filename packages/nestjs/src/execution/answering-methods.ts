import type { KindName } from '@cuecard/core';

/** The methods that answer calls, of handlers and of the protocol, by kind. */
export const ANSWERING = {
  prompt: { handler: 'render', protocol: 'prompts/get' },
  tool: { handler: 'call', protocol: 'tools/call' },
  resource: { handler: 'read', protocol: 'resources/read' },
} as const;

/** The methods of the protocol whose calls Nest runs its enhancers around. */
export const INVOKED: ReadonlySet<string> = new Set(Object.values(ANSWERING).map(({ protocol }) => protocol));

/** The kinds that lists are made of: a client may get prompts as tools. */
export const LISTED: Readonly<Record<string, readonly KindName[]>> = {
  'prompts/list': ['prompt'],
  'tools/list': ['tool', 'prompt'],
  'resources/list': ['resource'],
  'resources/templates/list': ['resource'],
};
