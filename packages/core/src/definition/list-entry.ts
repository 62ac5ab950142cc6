import type { DefinitionOptions } from './definition-options.js';
import type { ListEntry } from '../protocol.js';

/** Where the `_meta` of an entry, and of answers, has the version. */
export const VERSION = 'dev.cuecard/version';
/** Where the `_meta` of an entry says that it is deprecated, and what to use instead. */
const DEPRECATED = 'dev.cuecard/deprecated';

/** What the list entry of a definition has, whatever its kind. */
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

/** What to use instead of a definition; nothing if it is not deprecated. */
export function deprecationOf({ deprecated }: DefinitionOptions): string | undefined {
  if (deprecated === undefined || deprecated === false) return undefined;
  return deprecated === true ? 'It may be gone in a later release' : deprecated;
}

function describe(description: string | undefined, deprecated: string | undefined): string | undefined {
  if (deprecated === undefined) return description;
  const notice = `Deprecated: ${deprecated}${/[.!?]$/.test(deprecated) ? '' : '.'}`;
  return description === undefined ? notice : `${notice} ${description}`;
}

/** The entry of a definition that has got another name or version. */
export function renamedEntry(
  entry: ListEntry,
  { name, version }: { readonly name: string; readonly version: string | undefined },
): ListEntry {
  if (name === entry.name && version === entry._meta?.[VERSION]) return entry;
  const meta = version === undefined ? entry._meta : Object.freeze({ ...entry._meta, [VERSION]: version });
  return Object.freeze({ ...entry, name, ...(meta && { _meta: meta }) });
}

/** Freezes a value with all that it holds. */
export function freezeDeep<T extends object>(value: T): T {
  for (const member of Object.values(value)) if (typeof member === 'object' && member !== null) freezeDeep(member);
  return Object.freeze(value);
}
