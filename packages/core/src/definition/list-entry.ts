import type { ArgumentPlan } from '../arguments/argument-plan.js';
import { SchemaDefinitions } from '../json-schema.js';
import type { DefinitionOptions } from './definition-options.js';
import type { Prompt } from '../protocol.js';

/** Where a prompt's `_meta` has the JSON Schema of its arguments. */
const SCHEMA = 'dev.cuecard/schema';
/** Where the `_meta` of a prompt, and of its answers, has its version. */
export const VERSION = 'dev.cuecard/version';
/** Where a prompt's `_meta` says that it is deprecated, and what to use instead. */
const DEPRECATED = 'dev.cuecard/deprecated';

/** The list entry of a prompt, frozen. */
export function entryOf(name: string, options: DefinitionOptions, plan: ArgumentPlan): Prompt {
  const { title, icons, version } = options;
  const deprecated = deprecationOf(options);
  const description = describe(options.description, deprecated);
  const meta = {
    ...(plan.arguments.length > 0 && { [SCHEMA]: SchemaDefinitions.schemaOf(plan) }),
    ...(version !== undefined && { [VERSION]: version }),
    ...(deprecated !== undefined && { [DEPRECATED]: deprecated }),
  };
  const entry = {
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(plan.arguments.length > 0 && { arguments: plan.arguments.map((arg) => arg.entry) }),
    ...(icons !== undefined && { icons: structuredClone([...icons]) }),
    ...(Object.keys(meta).length > 0 && { _meta: meta }),
  };
  return freezeDeep(entry);
}

/** What to use instead of a prompt; nothing where it is not deprecated. */
export function deprecationOf({ deprecated }: DefinitionOptions): string | undefined {
  if (deprecated === undefined || deprecated === false) return undefined;
  return deprecated === true ? 'It may be gone in a later release' : deprecated;
}

function describe(description: string | undefined, deprecated: string | undefined): string | undefined {
  if (deprecated === undefined) return description;
  const notice = `Deprecated: ${deprecated}${/[.!?]$/.test(deprecated) ? '' : '.'}`;
  return description === undefined ? notice : `${notice} ${description}`;
}

/** The entry of a prompt that has got another name or version. */
export function renamedEntry(entry: Prompt, { name, version }: { name: string; version: string | undefined }): Prompt {
  if (name === entry.name && version === entry._meta?.[VERSION]) return entry;
  const meta = version === undefined ? entry._meta : Object.freeze({ ...entry._meta, [VERSION]: version });
  return Object.freeze({ ...entry, name, ...(meta && { _meta: meta }) });
}

/** Freezes a value with all that it holds. */
export function freezeDeep<T extends object>(value: T): T {
  for (const member of Object.values(value)) if (typeof member === 'object' && member !== null) freezeDeep(member);
  return Object.freeze(value);
}
