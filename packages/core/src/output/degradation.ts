import { isObject } from '../text/option-kinds.js';
import type { Client } from '../api/context.js';
import { CONTENT_TYPES, type ContentType } from '../clients/client-profile.js';
import type { ContentBlock, EmbeddedResource, ResourceLink } from '../protocol.js';

type Block<Type extends ContentType> = Extract<ContentBlock, { type: Type }>;

/** The first revision that has a content type, if older ones do not, and the replacement of its blocks. */
type ContentTypeRow<Type extends ContentType> = {
  readonly since?: string;
  readonly replace: (block: Block<Type>) => ContentBlock;
};

/** The replacements of content types. A replacement may itself need a replacement. */
const REPLACEMENTS: { readonly [Type in ContentType]: ContentTypeRow<Type> } = {
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

/** The first revisions of members that older ones lack, on any object. */
const MEMBERS_SINCE: Readonly<Record<string, string>> = {
  title: '2025-06-18',
  _meta: '2025-06-18',
  lastModified: '2025-06-18',
  icons: '2025-11-25',
  outputSchema: '2025-06-18',
  structuredContent: '2025-06-18',
};

/** The first revision whose tools have annotations. Content always had them. */
const ANNOTATIONS_SINCE = '2025-03-26';

/** Members whose contents belong to the application. */
const OPAQUE_MEMBERS: ReadonlySet<string> = new Set(['_meta', 'inputSchema', 'outputSchema', 'structuredContent']);

/** The revisions that introduced a member, and the oldest one. */
const REVISIONS = ['2024-11-05', ...new Set([...Object.values(MEMBERS_SINCE), ANNOTATIONS_SINCE])].toSorted();

/**
 * Returns the newest revision, up to this one, that introduced a member. Clients with the same result get the same
 * members, and so the same lists.
 */
export function memberRevisionOf(revision: string): string {
  return REVISIONS.findLast((since) => since <= revision) ?? (REVISIONS[0] as string);
}

/** Stands for the annotations of tools among the unknown members. No object has a member of this name. */
const ANNOTATIONS_OF_TOOLS = 'annotations of tools';

const UNKNOWN_MEMBERS = new Map(
  REVISIONS.map((since) => {
    const names = Object.keys(MEMBERS_SINCE).filter((name) => (MEMBERS_SINCE[name] as string) > since);
    return [since, new Set(ANNOTATIONS_SINCE > since ? [...names, ANNOTATIONS_OF_TOOLS] : names)];
  }),
);

/** Copies a value without the members that a revision lacks. Returns the value itself if the revision lacks none. */
export function withoutNewerMembers<T extends object>(value: T, revision: string): T {
  const unknown = UNKNOWN_MEMBERS.get(memberRevisionOf(revision));
  return unknown === undefined || unknown.size === 0 ? value : (omitMembers(value, unknown) as T);
}

export function hasStructuredContent({ revision }: Client): boolean {
  return UNKNOWN_MEMBERS.get(memberRevisionOf(revision))?.has('structuredContent') !== true;
}

type Degrader = (block: ContentBlock) => ContentBlock;

/**
 * Creates a function that replaces the content that a client does not know or drops; `undefined` if the client takes
 * everything.
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
      block = (REPLACEMENTS[block.type] as ContentTypeRow<ContentType>).replace(block);
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
  const isOpaque = (name: string) => OPAQUE_MEMBERS.has(name) || (name === 'annotations' && isTool(value)); // Annotations of tools have a `title`.
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

/** Resource contents got their `name` together with the `title`. Other objects always had a name. */
function isContents(value: object): boolean {
  return 'uri' in value && ('text' in value || 'blob' in value);
}
