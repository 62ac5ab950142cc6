import { RequestError } from '@cuecard/core';

/** The lists that every server answers: by the method that asks for one, the name it goes by in the result. */
const LISTS = new Map([
  ['tools/list', 'tools'],
  ['resources/list', 'resources'],
  ['resources/templates/list', 'resourceTemplates'],
]);

/**
 * Answers with an empty list where nobody lists anything: many hosts ask for tools whatever a server offers, and take an
 * error for a server that is dead. What the server offers stays as it is. Returns nothing for any other method.
 */
export function emptyList(method: string, params: unknown): Promise<object> | undefined {
  const name = LISTS.get(method);
  return name === undefined ? undefined : listOf(name, params);
}

async function listOf(name: string, params: unknown): Promise<object> {
  // As a server with something to list would say it: no cursor has ever been given out.
  if ((params as { readonly cursor?: unknown } | undefined)?.cursor !== undefined)
    throw new RequestError('Invalid cursor: ask for the list without one', { code: -32602 });
  return { [name]: [] };
}
