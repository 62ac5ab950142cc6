import { RequestError, type RuntimeMethod } from '@cuecard/core';

/** The method of an empty list. */
type EmptyList = Omit<RuntimeMethod, 'capability'>;

/**
 * Empty answers to list requests of kinds that a server does not offer: many hosts request tools from every server, and
 * treat an error as a dead server. The declared capabilities stay unchanged.
 */
export const EMPTY_LISTS: ReadonlyMap<string, EmptyList> = new Map([
  ['tools/list', emptyList('tools/list', { tools: [] })],
  ['resources/list', emptyList('resources/list', { resources: [] })],
  ['resources/templates/list', emptyList('resources/templates/list', { resourceTemplates: [] })],
]);

function emptyList(name: string, list: object): EmptyList {
  Object.freeze(list);
  return {
    name,
    isCacheable: true,
    isPaged: true,
    async answer(params) {
      // The same as a server with content would answer: it has issued no cursor.
      if ((params as { readonly cursor?: unknown } | undefined)?.cursor === undefined) return list;
      throw new RequestError('Invalid cursor: ask for the list without one', { code: -32602 });
    },
  };
}
