import { isObject } from '../text/option-kinds.js';
import type { Client } from '../api/context.js';
import { CONTENT_TYPES, type ContentType } from '../clients/client-profile.js';
import type { ContentBlock, EmbeddedResource, ResourceLink } from '../protocol.js';

type Block<Type extends ContentType> = Extract<ContentBlock, { type: Type }>;

/**
 * How to replace blocks of a content type. `since` is the first protocol revision that has the type, if older revisions
 * lack it.
 */
type Replacement<Type extends ContentType> = {
  readonly since?: string;
  readonly replace: (block: Block<Type>) => ContentBlock;
};

/** The replacements by content type. A replacement block may have to be replaced in turn. */
const REPLACEMENTS: { readonly [Type in ContentType]: Replacement<Type> } = {
  text: { replace: (block) => block },
  image: {
    replace: ({ mimeType, ...rest }) => replacementText(`(An image, ${mimeType}, that cannot be shown here.)`, rest),
  },
  audio: {
    since: '2025-03-26',
    replace: ({ mimeType, ...rest }) => replacementText(`(Audio, ${mimeType}, that cannot be played here.)`, rest),
  },
  resource_link: { since: '2025-06-18', replace: (link) => replacementText(linkText(link), link) },
  resource: { replace: replaceEmbedded },
};

/** The first protocol revision of each property that older revisions do not have on any object. */
const MEMBERS_SINCE: Readonly<Record<string, string>> = {
  title: '2025-06-18',
  _meta: '2025-06-18',
  lastModified: '2025-06-18',
  icons: '2025-11-25',
  outputSchema: '2025-06-18',
  structuredContent: '2025-06-18',
};

/** The first protocol revision in which tools have annotations. Content has them in every revision. */
const ANNOTATIONS_SINCE = '2025-03-26';

/** Properties whose contents are the application's own, and are copied unchanged. */
const OPAQUE_MEMBERS: ReadonlySet<string> = new Set(['_meta', 'inputSchema', 'outputSchema', 'structuredContent']);

/** The protocol revisions that introduced a property, and the oldest revision. */
const REVISIONS = ['2024-11-05', ...new Set([...Object.values(MEMBERS_SINCE), ANNOTATIONS_SINCE])].toSorted();

/**
 * Returns the newest protocol revision, up to `revision`, that introduced a property. Clients for which the result is
 * the same get the same properties, and therefore the same lists.
 */
export function memberRevisionOf(revision: string): string {
  return REVISIONS.findLast((since) => since <= revision) ?? (REVISIONS[0] as string);
}

/** Represents the annotations of tools in a set of property names. No object has a property with this name. */
const ANNOTATIONS_OF_TOOLS = 'annotations of tools';

const UNKNOWN_MEMBERS = new Map(
  REVISIONS.map((since) => {
    const names = Object.keys(MEMBERS_SINCE).filter((name) => (MEMBERS_SINCE[name] as string) > since);
    return [since, new Set(ANNOTATIONS_SINCE > since ? [...names, ANNOTATIONS_OF_TOOLS] : names)];
  }),
);

/**
 * Copies a value without the properties that a protocol revision lacks. Returns the value itself if the revision lacks
 * none.
 */
export function withoutNewerMembers<T extends object>(value: T, revision: string): T {
  const unknown = UNKNOWN_MEMBERS.get(memberRevisionOf(revision));
  return unknown === undefined || unknown.size === 0 ? value : (omitMembers(value, unknown) as T);
}

export function hasStructuredContent({ revision }: Client): boolean {
  return UNKNOWN_MEMBERS.get(memberRevisionOf(revision))?.has('structuredContent') !== true;
}

type Degrader = (block: ContentBlock) => ContentBlock;

/**
 * Creates a function that replaces content that a client does not support or drops; `undefined` if nothing has to be
 * replaced.
 */
export function createDegrader(
  { revision }: Client,
  dropped: readonly ContentType[] | undefined,
): Degrader | undefined {
  const isUnknown = (type: ContentType) =>
    dropped?.includes(type) === true || (REPLACEMENTS[type].since ?? '') > revision;
  if (memberRevisionOf(revision) === REVISIONS.at(-1) && !CONTENT_TYPES.some(isUnknown)) return undefined;
  return (value) => {
    let block = value;
    while (block.type !== 'text' && isUnknown(block.type))
      block = (REPLACEMENTS[block.type] as Replacement<ContentType>).replace(block);
    return withoutNewerMembers(block, revision);
  };
}

function replacementText(
  message: string,
  { annotations, _meta }: Pick<ContentBlock, 'annotations' | '_meta'>,
): ContentBlock {
  return { type: 'text', text: message, ...(annotations && { annotations }), ...(_meta && { _meta }) };
}

function replaceEmbedded({ resource, ...rest }: EmbeddedResource): ContentBlock {
  const { uri, name = uri, title, mimeType } = resource;
  if ('text' in resource) {
    const label = title ?? name;
    return replacementText(`${label === uri ? uri : `${label} (${uri})`}:\n\n${resource.text}`, rest);
  }
  const described = { ...(title !== undefined && { title }), ...(mimeType !== undefined && { mimeType }) };
  return { ...rest, type: 'resource_link', uri, name, ...described };
}

function linkText({ uri, name, title, description }: ResourceLink): string {
  const label = title ?? name;
  const reference = label === uri ? uri : `${label}: ${uri}`;
  return description === undefined ? reference : `${reference}\n${description}`;
}

function omitMembers(value: unknown, unknown: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => omitMembers(item, unknown));
  if (!isObject(value)) return value;
  const omitted = membersToOmit(value, unknown);
  const kept = Object.entries(value).filter(([name]) => !omitted.has(name));
  const isOpaque = (name: string) => OPAQUE_MEMBERS.has(name) || (name === 'annotations' && isTool(value));
  const member = (name: string, of: unknown) => (isOpaque(name) ? of : omitMembers(of, unknown));
  return Object.fromEntries(kept.map(([name, of]) => [name, member(name, of)]));
}

function membersToOmit(value: object, unknown: ReadonlySet<string>): ReadonlySet<string> {
  if (isContents(value) && unknown.has('title')) return new Set([...unknown, 'name']);
  return isTool(value) && unknown.has(ANNOTATIONS_OF_TOOLS) ? new Set([...unknown, 'annotations']) : unknown;
}

function isTool(value: object): boolean {
  return 'inputSchema' in value;
}

/**
 * Whether an object is resource contents. Their `name` was introduced together with `title`; other objects have a name
 * in every protocol revision.
 */
function isContents(value: object): boolean {
  return 'uri' in value && ('text' in value || 'blob' in value);
}
