import { text } from '../messages/content.js';
import type { Client } from '../api/context.js';
import type { ContentBlock, EmbeddedResource, GetPromptResult, PromptMessage, ResourceLink } from '../protocol.js';
import { isRecord } from './shape.js';

/** A type of content. */
export type ContentType = ContentBlock['type'];

/** Returns the content types to withhold from a client although its revision has them. */
export type Withhold = (client: Client) => Iterable<ContentType>;

type Block<Type extends ContentType> = Extract<ContentBlock, { type: Type }>;

/** The first revision that has a content type, and its replacement for clients without it. */
type Row<Type extends ContentType> = {
  readonly since: string;
  readonly instead: (block: Block<Type>) => ContentBlock;
};

const FIRST = '2024-11-05';

/** The replacements of content types. A replacement is itself replaced if the client cannot have it either. */
const TABLE: { readonly [Type in ContentType]: Row<Type> } = {
  text: { since: FIRST, instead: (block) => block },
  image: {
    since: FIRST,
    instead: ({ mimeType, ...rest }) => replaced(`(An image, ${mimeType}, that cannot be shown here.)`, rest),
  },
  audio: {
    since: '2025-03-26',
    instead: ({ mimeType, ...rest }) => replaced(`(A sound, ${mimeType}, that cannot be played here.)`, rest),
  },
  resource_link: { since: '2025-06-18', instead: (link) => replaced(linkText(link), link) },
  resource: { since: FIRST, instead: embeddedInstead },
};

/** Members that older revisions do not have, on any object. */
const MEMBERS: Readonly<Record<string, string>> = {
  title: '2025-06-18',
  _meta: '2025-06-18',
  lastModified: '2025-06-18',
  icons: '2025-11-25',
};

/** The revisions that introduced a content type or member. */
const STEPS = [...new Set([...Object.values(TABLE).map(({ since }) => since), ...Object.values(MEMBERS)])].toSorted();

/** The newest step that a revision includes: revisions of the same step get the same content. */
export function stepOf(revision: string): string {
  return STEPS.findLast((step) => step <= revision) ?? FIRST;
}

/** The unknown members at each step. */
const UNKNOWN = new Map(
  STEPS.map((step) => [step, new Set(Object.keys(MEMBERS).filter((name) => (MEMBERS[name] as string) > step))]),
);

/** A copy of the value without members that a revision does not have; the value itself if there are none. */
export function forRevision<T extends object>(value: T, revision: string): T {
  const unknown = UNKNOWN.get(stepOf(revision));
  return unknown === undefined || unknown.size === 0 ? value : (withoutMembers(value, unknown) as T);
}

/** A result without the content that a client does not know or that is withheld from it. */
export function degrade(
  result: GetPromptResult,
  { revision }: Client,
  withheld: Iterable<ContentType> | undefined,
): GetPromptResult {
  const step = stepOf(revision);
  if (step === STEPS.at(-1) && withheld === undefined) return result;
  const kept = new Set(withheld);
  const cannotHave = (type: ContentType) => kept.has(type) || TABLE[type].since > step;
  const messages = result.messages.map((message) => degradeMessage(message, step, cannotHave));
  return { ...result, messages };
}

function degradeMessage(
  { role, content }: PromptMessage,
  revision: string,
  cannotHave: (type: ContentType) => boolean,
): PromptMessage {
  let block = content;
  while (block.type !== 'text' && cannotHave(block.type)) block = insteadOf(block);
  return { role, content: forRevision(block, revision) };
}

function insteadOf(block: ContentBlock): ContentBlock {
  const { instead } = TABLE[block.type] as Row<ContentType>;
  return instead(block);
}

function replaced(said: string, { annotations, _meta }: Pick<ContentBlock, 'annotations' | '_meta'>): ContentBlock {
  return text(said, { ...(annotations && { annotations }), ...(_meta && { _meta }) });
}

function embeddedInstead({ resource, ...rest }: EmbeddedResource): ContentBlock {
  const { uri, name = uri, title, mimeType } = resource;
  if ('text' in resource) {
    const label = title ?? name;
    return replaced(`${label === uri ? uri : `${label} (${uri})`}:\n\n${resource.text}`, rest);
  }
  const described = { ...(title !== undefined && { title }), ...(mimeType !== undefined && { mimeType }) };
  return { ...rest, type: 'resource_link', uri, name, ...described };
}

function linkText({ uri, name, title, description }: ResourceLink): string {
  const label = title ?? name;
  const said = label === uri ? uri : `${label}: ${uri}`;
  return description === undefined ? said : `${said}\n${description}`;
}

function withoutMembers(value: unknown, unknown: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutMembers(item, unknown));
  if (!isRecord(value)) return value;
  const dropped = isContents(value) && unknown.has('title') ? new Set([...unknown, 'name']) : unknown;
  const kept = Object.entries(value).filter(([name]) => !dropped.has(name));
  const member = (name: string, of: unknown) => (name === '_meta' ? of : withoutMembers(of, unknown)); // Not ours.
  return Object.fromEntries(kept.map(([name, of]) => [name, member(name, of)]));
}

/** Resource contents have had a `name` only since they have a `title`; everything else has always had one. */
function isContents(value: object): boolean {
  return 'uri' in value && ('text' in value || 'blob' in value);
}
