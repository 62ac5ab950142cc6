import type { Client } from '../api/context.js';
import { CONTENT_TYPES, type ContentType } from '../clients/client-profile.js';
import type { ContentBlock, EmbeddedResource, ResourceLink } from '../protocol.js';
import { isRecord } from './output.js';

type Block<Type extends ContentType> = Extract<ContentBlock, { type: Type }>;

/** The first revision that has a content type, if not every revision has, and its replacement for clients without it. */
type Row<Type extends ContentType> = {
  readonly since?: string;
  readonly instead: (block: Block<Type>) => ContentBlock;
};

/** The replacements of content types. A replacement is itself replaced if the client cannot have it either. */
const TABLE: { readonly [Type in ContentType]: Row<Type> } = {
  text: { instead: (block) => block },
  image: {
    instead: ({ mimeType, ...rest }) => replacementText(`(An image, ${mimeType}, that cannot be shown here.)`, rest),
  },
  audio: {
    since: '2025-03-26',
    instead: ({ mimeType, ...rest }) => replacementText(`(Audio, ${mimeType}, that cannot be played here.)`, rest),
  },
  resource_link: { since: '2025-06-18', instead: (link) => replacementText(linkText(link), link) },
  resource: { instead: embeddedInstead },
};

/** Members that older revisions do not have, on any object. */
const MEMBERS: Readonly<Record<string, string>> = {
  title: '2025-06-18',
  _meta: '2025-06-18',
  lastModified: '2025-06-18',
  icons: '2025-11-25',
  outputSchema: '2025-06-18',
  structuredContent: '2025-06-18',
};

/** The first revision whose tools have annotations; content has always had them. */
const TOOL_ANNOTATIONS = '2025-03-26';

/** Members whose own members are the application's. */
const FOREIGN: ReadonlySet<string> = new Set(['_meta', 'inputSchema', 'outputSchema', 'structuredContent']);

/** The oldest revision, and those that introduced a member. */
const STEPS = ['2024-11-05', ...new Set([...Object.values(MEMBERS), TOOL_ANNOTATIONS])].toSorted();

/** The newest step that a revision includes: revisions of the same step get the same members, and so the same lists. */
export function stepOf(revision: string): string {
  return STEPS.findLast((step) => step <= revision) ?? (STEPS[0] as string);
}

/** Among the unknown members: no object has a member of this name. */
const NO_TOOL_ANNOTATIONS = 'annotations of tools';

/** The unknown members at each step. */
const UNKNOWN = new Map(
  STEPS.map((step) => {
    const names = Object.keys(MEMBERS).filter((name) => (MEMBERS[name] as string) > step);
    return [step, new Set(TOOL_ANNOTATIONS > step ? [...names, NO_TOOL_ANNOTATIONS] : names)];
  }),
);

/** A copy of the value without members that a revision does not have; the value itself if there are none. */
export function forRevision<T extends object>(value: T, revision: string): T {
  const unknown = UNKNOWN.get(stepOf(revision));
  return unknown === undefined || unknown.size === 0 ? value : (withoutMembers(value, unknown) as T);
}

/** Whether results of a client's revision have `structuredContent`. */
export function hasStructuredContent({ revision }: Client): boolean {
  return UNKNOWN.get(stepOf(revision))?.has('structuredContent') !== true;
}

/** Replaces a block of content that a client does not know. */
type Degrade = (block: ContentBlock) => ContentBlock;

/** Replaces the content that a client does not know or drops; `undefined` if it can have everything. */
export function degradation({ revision }: Client, dropped: readonly ContentType[] | undefined): Degrade | undefined {
  const cannotHave = (type: ContentType) => dropped?.includes(type) === true || (TABLE[type].since ?? '') > revision;
  if (stepOf(revision) === STEPS.at(-1) && !CONTENT_TYPES.some(cannotHave)) return undefined;
  return (value) => {
    let block = value;
    while (block.type !== 'text' && cannotHave(block.type))
      block = (TABLE[block.type] as Row<ContentType>).instead(block);
    return forRevision(block, revision);
  };
}

function replacementText(
  message: string,
  { annotations, _meta }: Pick<ContentBlock, 'annotations' | '_meta'>,
): ContentBlock {
  return { type: 'text', text: message, ...(annotations && { annotations }), ...(_meta && { _meta }) };
}

function embeddedInstead({ resource, ...rest }: EmbeddedResource): ContentBlock {
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

function withoutMembers(value: unknown, unknown: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutMembers(item, unknown));
  if (!isRecord(value)) return value;
  const dropped = droppedMembers(value, unknown);
  const kept = Object.entries(value).filter(([name]) => !dropped.has(name));
  const isKept = (name: string) => FOREIGN.has(name) || (name === 'annotations' && isTool(value)); // They have a title.
  const member = (name: string, of: unknown) => (isKept(name) ? of : withoutMembers(of, unknown));
  return Object.fromEntries(kept.map(([name, of]) => [name, member(name, of)]));
}

function droppedMembers(value: object, unknown: ReadonlySet<string>): ReadonlySet<string> {
  if (isContents(value) && unknown.has('title')) return new Set([...unknown, 'name']);
  return isTool(value) && unknown.has(NO_TOOL_ANNOTATIONS) ? new Set([...unknown, 'annotations']) : unknown;
}

function isTool(value: object): boolean {
  return 'inputSchema' in value;
}

/** Resource contents have had a `name` only since they have a `title`; everything else has always had one. */
function isContents(value: object): boolean {
  return 'uri' in value && ('text' in value || 'blob' in value);
}
