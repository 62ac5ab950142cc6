import type { Call, DefinitionInfo } from '@cuecard/core';

/** The prompt or tool that a call is for; nothing in a list, for a resource, and if the caller may know of none. */
export function calledDefinition(call: Call): DefinitionInfo | undefined {
  return call.method.startsWith('resources/') ? undefined : call.definition;
}

/** The name of the definition, by what it is. */
export interface CalledName {
  /** The prompt that answered; nothing in a list, and for a name that the caller does not know of. */
  readonly prompt?: string;
  /** The tool that answered, likewise. */
  readonly tool?: string;
}

export function calledName(definition: DefinitionInfo | undefined): CalledName {
  return definition === undefined ? {} : { [definition.kind.name]: definition.name };
}
