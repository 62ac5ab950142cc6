import type { DefinitionInfo } from '../api/context.js';
import type { Icon, ListEntry } from '../protocol.js';
import type { DefinitionOptions } from './definition-options.js';

/** The `_meta` key of the version, in list entries and in results. */
export const VERSION_KEY = 'dev.cuecard/version';
const TAGS_KEY = 'dev.cuecard/tags';
/** The `_meta` key that marks a list entry as deprecated and says what to use instead. */
const DEPRECATED_KEY = 'dev.cuecard/deprecated';

/** The properties of a list entry that clients display. */
export interface DisplayProperties {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly icons?: readonly Icon[] | undefined;
}

export function copyDisplayProperties({ title, description, icons }: DefinitionOptions): DisplayProperties {
  if (title === undefined && description === undefined && icons === undefined) return NO_DISPLAY_PROPERTIES;
  return { title, description, icons: icons && structuredClone([...icons]) };
}

const NO_DISPLAY_PROPERTIES: DisplayProperties = {};

/** Creates the properties of a list entry that all kinds share. */
export function commonEntry(
  { name, version, deprecated, tags }: Pick<DefinitionInfo, 'name' | 'version' | 'deprecated' | 'tags'>,
  display: DisplayProperties,
): ListEntry {
  const { title, icons } = display;
  const description = createDescription({ deprecated }, display);
  const meta = {
    ...(version !== undefined && { [VERSION_KEY]: version }),
    ...(deprecated !== undefined && { [DEPRECATED_KEY]: deprecated }),
    ...(tags.length > 0 && { [TAGS_KEY]: [...tags] }),
  };
  return {
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(icons !== undefined && { icons: [...icons] }),
    ...(Object.keys(meta).length > 0 && { _meta: meta }),
  };
}

export function deprecationOf({ deprecated }: DefinitionOptions): string | undefined {
  if (deprecated === undefined || deprecated === false) return undefined;
  return deprecated === true ? 'It may be removed in a later release' : deprecated;
}

/** Returns the description for clients. If the definition is deprecated, the description begins with a notice. */
export function createDescription(
  { deprecated }: Pick<DefinitionInfo, 'deprecated'>,
  { description }: DisplayProperties,
): string | undefined {
  if (deprecated === undefined) return description;
  const notice = `Deprecated: ${deprecated}${/[.!?]$/.test(deprecated) ? '' : '.'}`;
  return description === undefined ? notice : `${notice} ${description}`;
}

export function freezeDeep<T extends object>(value: T): T {
  if (Object.isFrozen(value)) return value; // A frozen value is shared or empty, and frozen deeply.
  for (const member of Object.values(value)) if (typeof member === 'object' && member !== null) freezeDeep(member);
  return Object.freeze(value);
}
