import type { Call, DefinitionInfo } from '@cuecard/core';

/** The prompt or tool of a call; nothing for lists, for resources, and if the caller may not see it. */
export function calledDefinition(call: Call): DefinitionInfo | undefined {
  return call.method.startsWith('resources/') ? undefined : call.definition;
}

/** The name of the definition, under its kind. */
export interface CalledName {
  /** The prompt that answered; nothing for lists, and for names that the caller may not see. */
  readonly prompt?: string;
  /** The tool that answered, likewise. */
  readonly tool?: string;
}

export function calledName(definition: DefinitionInfo | undefined): CalledName {
  return definition === undefined ? {} : { [definition.kind.name]: definition.name };
}
