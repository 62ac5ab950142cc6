import type { Call, DefinitionInfo } from '@cuecard/core';

/** The prompt that a call is for; nothing in a list, for a resource, and if there is none that the caller may know of. */
export function calledPrompt(call: Call): DefinitionInfo | undefined {
  return call.method.startsWith('resources/') ? undefined : call.definition;
}
