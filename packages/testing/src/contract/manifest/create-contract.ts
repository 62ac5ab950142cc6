import type { Definition } from '@cuecard/core';
import { withoutSamples } from './list-entry.js';
import type { Contract, Schema } from './manifest.js';

/** The properties that list entries and contracts share. */
interface Entry {
  readonly title?: string;
  readonly description?: string;
  readonly icons?: Contract['icons'];
  readonly inputSchema?: Schema;
  readonly outputSchema?: Schema;
  readonly annotations?: Contract['annotations'];
  readonly uri?: string;
  readonly uriTemplate?: string;
  readonly mimeType?: string;
}

/** Returns the contract of a definition, without the messages of its examples. */
export function createContract(definition: Definition): Contract {
  const { title, description, icons, annotations, uri, uriTemplate, mimeType, outputSchema } = entryOf(definition);
  return {
    kind: definition.kind.name,
    name: definition.name,
    ...present({ version: definition.version, labels: unlessEmpty(definition.labels), title, description, icons }),
    ...present({ tags: unlessEmpty(definition.tags) }),
    ...present({ deprecated: definition.deprecated, asTool: definition.asTool }),
    ...describeAccess(definition),
    ...describeArguments(definition),
    ...present({ uri, uriTemplate, mimeType, annotations }),
    ...(outputSchema !== undefined && { output: withoutSamples(outputSchema) }),
    ...present({ examples: unlessEmpty(definition.samples.map((sample) => ({ arguments: sample }))) }),
  };
}

function describeAccess({ visibility, requires }: Definition): Partial<Contract> {
  const names = [...new Set(requires.map(({ token }) => token.name))].toSorted();
  return {
    ...present({ scopes: unlessEmpty(visibility?.scopes ?? []), requires: unlessEmpty(names) }),
    ...(visibility?.isTested && { isConditional: true }),
  };
}

function describeArguments(definition: Definition): Partial<Contract> {
  const { arguments: plan, completers } = definition;
  if (plan.arguments.length === 0) return {};
  const isCompleted = ({ name, completer }: (typeof plan.arguments)[number]) =>
    completers.has(name) || completer !== undefined;
  const namesOf = (isPart: typeof isCompleted) => unlessEmpty(plan.arguments.filter(isPart).map(({ name }) => name));
  const { inputSchema } = entryOf(definition);
  return {
    // The definition's own schema: a tool's entry also has the headers of its arguments.
    arguments: withoutSamples(inputSchema ?? definition.schema),
    ...present({ completes: namesOf(isCompleted), acceptsEmpty: namesOf(({ allowEmpty }) => allowEmpty) }),
  };
}

function entryOf({ entry }: Definition): Entry {
  return entry as Entry;
}

/** Returns a list, or `undefined` if it is empty. */
function unlessEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}

/** Returns the properties that are not `undefined`. */
function present<T extends object>(members: T): { [Name in keyof T]?: NonNullable<T[Name]> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;
}
