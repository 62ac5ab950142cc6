import type { DefinitionOptions } from './definition-options.js';
import type { ListEntry } from '../protocol.js';

/** The `_meta` key of the version, in entries and in answers. */
export const VERSION = 'dev.cuecard/version';
/** The `_meta` key of an entry that marks it as deprecated and says what to use instead. */
const DEPRECATED = 'dev.cuecard/deprecated';

/** The list entry members that all kinds share. */
export function commonEntry(name: string, options: DefinitionOptions): ListEntry {
  const { title, icons, version } = options;
  const deprecated = deprecationOf(options);
  const description = describe(options.description, deprecated);
  const meta = {
    ...(version !== undefined && { [VERSION]: version }),
    ...(deprecated !== undefined && { [DEPRECATED]: deprecated }),
  };
  return {
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(icons !== undefined && { icons: structuredClone([...icons]) }),
    ...(Object.keys(meta).length > 0 && { _meta: meta }),
  };
}

/** What to use instead of a definition; `undefined` if it is not deprecated. */
export function deprecationOf({ deprecated }: DefinitionOptions): string | undefined {
  if (deprecated === undefined || deprecated === false) return undefined;
  return deprecated === true ? 'It may be removed in a later release' : deprecated;
}

function describe(description: string | undefined, deprecated: string | undefined): string | undefined {
  if (deprecated === undefined) return description;
  const notice = `Deprecated: ${deprecated}${/[.!?]$/.test(deprecated) ? '' : '.'}`;
  return description === undefined ? notice : `${notice} ${description}`;
}

/** The entry of a definition with another name or version. */
export function renamedEntry(
  entry: ListEntry,
  { name, version }: { readonly name: string; readonly version: string | undefined },
): ListEntry {
  if (name === entry.name && version === entry._meta?.[VERSION]) return entry;
  const meta = version === undefined ? entry._meta : Object.freeze({ ...entry._meta, [VERSION]: version });
  return Object.freeze({ ...entry, name, ...(meta && { _meta: meta }) });
}

/** Freezes a value and everything in it. */
export function freezeDeep<T extends object>(value: T): T {
  if (Object.isFrozen(value)) return value; // Shared with others, or empty.
  for (const member of Object.values(value)) if (typeof member === 'object' && member !== null) freezeDeep(member);
  return Object.freeze(value);
}
