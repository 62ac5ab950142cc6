import { isObject } from '../text/option-kinds.js';
import { isBase64, parseIsoDate } from '../text/strings.js';
import {
  type AudioContent,
  type BlobResourceContents,
  type ContentBlock,
  type EmbeddedResource,
  type ImageContent,
  type Prompt,
  type Resource,
  type ResourceContents,
  type ResourceLink,
  type ResourceTemplate,
  type TextContent,
  type TextResourceContents,
  type Tool,
  type ToolAnnotations,
  type CompleteResult,
  type ListPromptsResult,
  type ListResourcesResult,
  type ListResourceTemplatesResult,
  type ListToolsResult,
  MAX_SUGGESTIONS,
  type ReadResourceResult,
} from '../protocol.js';
import {
  json,
  list,
  optional,
  record,
  type Shape,
  ShapeFault,
  createShape,
  OutputFault,
  withPromiseHint,
  exceedsBytes,
} from './output.js';
import type { Limits } from '../limits.js';

const isString = (value: unknown): value is string => typeof value === 'string';

const string = createShape('a string', isString);
const base64 = createShape('base64, as embed(…) creates it', (value) => isString(value) && isBase64(value));
const data = createShape(
  'base64, as image(…) and audio(…) create it',
  (value) => isString(value) && value !== '' && isBase64(value),
);
const uri = createShape('an absolute URI, with all invalid characters percent-encoded', isUri);
const mimeType = createShape('a MIME type, such as text/plain', (value) => isMimeType(value, ''));
const image = createShape('the MIME type of an image, such as image/png', (value) => isMimeType(value, 'image/'));
const audio = createShape('an audio MIME type, such as audio/wav', (value) => isMimeType(value, 'audio/'));
const size = createShape('a number of bytes', (value) => Number.isSafeInteger(value) && (value as number) >= 0);
export const boolean = createShape('true or false', (value) => typeof value === 'boolean');
const iconSource = createShape('an https: or data: URI', isIconSource);

const meta = { _meta: optional(json) };

/**
 * The shape of a date. The copy always has a time: a date alone is valid ISO 8601, but both official clients reject it.
 */
const isoDate: Shape = (value, path) => {
  const date = isString(value) ? parseIsoDate(value) : undefined;
  if (date === undefined) throw new ShapeFault(path, 'an ISO 8601 date, as toISOString() returns it');
  return date.toISOString();
};

const annotations = record({
  audience: optional(list(createShape('"user" or "assistant"', (value) => value === 'user' || value === 'assistant'))),
  priority: optional(createShape('a number from 0 to 1', (each) => typeof each === 'number' && each >= 0 && each <= 1)),
  lastModified: optional(isoDate),
});

const icon = record({
  src: iconSource,
  mimeType: optional(mimeType),
  sizes: optional(list(string)),
  theme: optional(createShape('"light" or "dark"', (value) => value === 'light' || value === 'dark')),
});

const commonMembers = { annotations: optional(annotations), ...meta };

const descriptiveMembers = {
  name: string,
  title: optional(string),
  description: optional(string),
  mimeType: optional(mimeType),
  icons: optional(list(icon)),
  ...commonMembers,
};

const resource = { uri, ...descriptiveMembers, size: optional(size) };

const contents = { uri, name: optional(string), title: optional(string), mimeType };
const textContents = record<TextResourceContents>({ ...contents, text: string, ...meta });
const blobContents = record<BlobResourceContents>({ ...contents, blob: base64, ...meta });

/** The shape of resource contents. Adds a missing MIME type, because the prose of the specification requires one. */
export const RESOURCE_CONTENTS: Shape<ResourceContents> = (value, path) => {
  if (!isObject(value)) throw new ShapeFault(path, 'an object with a uri, and text or a blob');
  const { text: body, blob, mimeType: type } = value;
  if (body === undefined && blob === undefined) throw new ShapeFault(path, 'an object with text or a blob');
  return body === undefined
    ? blobContents({ ...value, mimeType: type ?? 'application/octet-stream' }, path)
    : textContents({ ...value, mimeType: type ?? 'text/plain' }, path);
};

export const RESOURCE = record<Resource>(resource);

export const RESOURCE_TEMPLATE = record<ResourceTemplate>({ uriTemplate: string, ...descriptiveMembers });

const PROMPT = record<Prompt>({
  name: string,
  title: optional(string),
  description: optional(string),
  arguments: optional(
    list(record({ name: string, title: optional(string), description: optional(string), required: optional(boolean) })),
  ),
  icons: optional(list(icon)),
  ...meta,
});

const schema: Shape = (value, path) => {
  const copy = json(value, path) as Tool['inputSchema'];
  if (copy.type !== 'object') throw new ShapeFault(`${path}.type`, '"object"');
  return copy;
};

export const TOOL_ANNOTATIONS = record<ToolAnnotations>({
  title: optional(string),
  readOnlyHint: optional(boolean),
  destructiveHint: optional(boolean),
  idempotentHint: optional(boolean),
  openWorldHint: optional(boolean),
});

const TOOL = record<Tool>({
  name: string,
  title: optional(string),
  description: optional(string),
  inputSchema: schema,
  outputSchema: optional(schema),
  annotations: optional(TOOL_ANNOTATIONS),
  icons: optional(list(icon)),
  ...meta,
});

const BLOCKS: { readonly [Type in ContentBlock['type']]: Shape<Extract<ContentBlock, { type: Type }>> } = {
  text: record<TextContent>({ type: string, text: string, ...commonMembers }),
  image: record<ImageContent>({ type: string, data, mimeType: image, ...commonMembers }),
  audio: record<AudioContent>({ type: string, data, mimeType: audio, ...commonMembers }),
  resource_link: record<ResourceLink>({ type: string, ...resource }),
  resource: record<EmbeddedResource>({ type: string, resource: RESOURCE_CONTENTS, ...commonMembers }),
};

const SHAPES_BY_TYPE: ReadonlyMap<unknown, Shape<ContentBlock>> = new Map<unknown, Shape<ContentBlock>>(
  Object.entries(BLOCKS),
);

/** Whether a value is an `https:` or `data:` URI. Clients must reject all other schemes (basic, "Icons"). */
export function isIconSource(value: unknown): boolean {
  return isString(value) && /^(https:\/\/|data:)/i.test(value);
}

/**
 * Whether a value is a URI (RFC 3986). Also accepts brackets wherever `URL` keeps them. Two regular expressions are
 * used, because one with a repeated alternation would recurse deeply on long URIs.
 */
export function isUri(value: unknown): boolean {
  return (
    isString(value) &&
    /^[a-z][a-z\d+.-]*:[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/i.test(value) &&
    !/%(?![\da-f]{2})/i.test(value)
  );
}

function isMimeType(value: unknown, family: string): boolean {
  return (
    isString(value) && value.startsWith(family) && /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:[ \t]*;[\t -~]*)?$/.test(value)
  );
}

/**
 * Checks a content block, and returns a copy.
 * @throws {OutputFault} if the block is invalid
 */
export function checkContent(
  content: Readonly<Record<string, unknown>>,
  name: 'message' | 'block',
  index: number,
): ContentBlock {
  // Fast path: almost all content is plain text.
  const { type, text: plain } = content;
  if (type === 'text' && typeof plain === 'string' && !hasMore(content, 'type', 'text')) return { type, text: plain };
  const shape = SHAPES_BY_TYPE.get(type);
  if (shape === undefined)
    throw new OutputFault(`returned ${name} ${index} whose content has ${wrongValue('type', type, `one of ${TYPES}`)}`);
  return checkShape(shape, content, `returned ${name} ${index} with invalid content:`);
}

/**
 * Whether an object has properties other than these two. Every message is checked here, so no array of keys is created.
 */
export function hasMore(object: Readonly<Record<string, unknown>>, first: string, second: string): boolean {
  for (const name in object) if (name !== first && name !== second && object[name] !== undefined) return true;
  return false;
}

/** @throws {OutputFault} if the value does not have the shape */
export function checkShape<T>(shape: Shape<T>, value: unknown, problem: string, path = ''): T {
  try {
    return shape(value, path);
  } catch (fault) {
    throw fault instanceof ShapeFault ? new OutputFault(`${problem} ${fault.message}`) : fault;
  }
}

const TYPES = [...SHAPES_BY_TYPE.keys()].map((type) => `"${type}"`).join(', ');

/** Describes an invalid value only by its type, because it may be an argument's value. */
export function wrongValue(member: string, value: unknown, known: string): string {
  const reason = typeof value === 'string' ? `an unknown ${member}` : `${kindOf(value)} as its ${member}`;
  return `${reason}: use ${known}`;
}

export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

const count = createShape('a whole number', (value) => Number.isSafeInteger(value) && (value as number) >= 0);
const scope = createShape('"public" or "private"', (value) => value === 'public' || value === 'private');

const MAX_ENTRIES = 100_000;

const page = {
  nextCursor: optional(string),
  ttlMs: optional(count),
  cacheScope: optional(scope),
  _meta: optional(json),
};

export const PROMPTS_PAGE = record<ListPromptsResult>({ prompts: list(PROMPT, MAX_ENTRIES), ...page });

export const TOOLS_PAGE = record<ListToolsResult>({ tools: list(TOOL, MAX_ENTRIES), ...page });

const strings = list(string);
const values: Shape = (value, path) => {
  if (Array.isArray(value) && value.length > MAX_SUGGESTIONS)
    throw new ShapeFault(path, `at most ${MAX_SUGGESTIONS} values`);
  return strings(value, path);
};

const COMPLETION = record<CompleteResult>({
  completion: record<CompleteResult['completion']>({ values, total: optional(count), hasMore: optional(boolean) }),
  _meta: optional(json),
});

export const RESOURCES_PAGE = record<ListResourcesResult>({ resources: list(RESOURCE, MAX_ENTRIES), ...page });

export const TEMPLATES_PAGE = record<ListResourceTemplatesResult>({
  resourceTemplates: list(RESOURCE_TEMPLATE, MAX_ENTRIES),
  ...page,
});

export const READ_RESULT = record<ReadResourceResult & Pick<ListPromptsResult, 'ttlMs' | 'cacheScope'>>({
  contents: list(RESOURCE_CONTENTS, MAX_ENTRIES),
  ttlMs: optional(count),
  cacheScope: optional(scope),
  _meta: optional(json),
});

/** @throws {OutputFault} if the result is not a completion, or is too large */
export function checkCompletion(answer: unknown, { answerBytes }: Limits, problem?: string): CompleteResult {
  const result = checkAnswer(COMPLETION, answer, problem);
  checkSize(result.completion, answerBytes);
  return result;
}

/** @throws {OutputFault} if the contents or the completion in a result are too large */
export function checkSize(content: object, answerBytes: number): void {
  if (exceedsBytes(content, answerBytes)) throw new OutputFault('has a result that exceeds `limits.answerBytes`');
}

/**
 * Checks a result or a part of a result, and returns a copy.
 * @param problem the beginning of the fault's message
 * @throws {OutputFault} if the result does not have the shape
 */
export function checkAnswer<T>(
  shape: Shape<T>,
  answer: unknown,
  problem = 'got an invalid result from an interceptor:',
  path = 'result',
): T {
  try {
    return checkShape(shape, answer, problem, path);
  } catch (fault) {
    throw withPromiseHint(fault, answer);
  }
}
