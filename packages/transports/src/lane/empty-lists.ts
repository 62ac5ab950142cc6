import { RequestError } from '@cuecard/core';
import type { LaneMethod } from './lane-method.js';

/**
 * The lists that every server answers, empty where nobody lists anything: many hosts ask for tools whatever a server offers,
 * and take an error for a server that is dead. What the server offers stays as it is.
 */
export const EMPTY_LISTS: ReadonlyMap<string, LaneMethod> = new Map([
  ['tools/list', emptyList('tools/list', { tools: [] })],
  ['resources/list', emptyList('resources/list', { resources: [] })],
  ['resources/templates/list', emptyList('resources/templates/list', { resourceTemplates: [] })],
]);

function emptyList(name: string, list: object): LaneMethod {
  Object.freeze(list);
  return {
    name,
    isCacheable: true,
    isPaged: true,
    async answer(params) {
      // As a server with something to list would say it: no cursor has ever been given out.
      if ((params as { readonly cursor?: unknown } | undefined)?.cursor === undefined) return list;
      throw new RequestError('Invalid cursor: ask for the list without one', { code: -32602 });
    },
  };
}
