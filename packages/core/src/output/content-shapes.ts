import { isBase64, parseIsoDate } from '../text/strings.js';
import type {
  AudioContent,
  BlobResourceContents,
  ContentBlock,
  EmbeddedResource,
  ImageContent,
  Prompt,
  Resource,
  ResourceContents,
  ResourceLink,
  ResourceTemplate,
  TextContent,
  TextResourceContents,
  Tool,
  ToolAnnotations,
} from '../protocol.js';
import { isRecord, json, list, optional, record, type Shape, ShapeFault, value } from './shape.js';

const isString = (given: unknown): given is string => typeof given === 'string';

const text = value('a string', isString);
const base64 = value('base64: embed(…) makes it', (given) => isString(given) && isBase64(given));
const data = value(
  'base64: image(…) and audio(…) make it',
  (given) => isString(given) && given !== '' && isBase64(given),
);
const uri = value('an absolute URI, with all other characters percent-encoded', isUri);
const mimeType = value('a MIME type, such as text/plain', (given) => isMimeType(given, ''));
const image = value('the MIME type of an image, such as image/png', (given) => isMimeType(given, 'image/'));
const audio = value('the MIME type of a sound, such as audio/wav', (given) => isMimeType(given, 'audio/'));
const size = value('a number of bytes', (given) => Number.isSafeInteger(given) && (given as number) >= 0);
const flag = value('true or false', (given) => typeof given === 'boolean');
const iconSource = value('an https: or data: URI', isIconSource);

const meta = { _meta: optional(json) };

/** A date without a time is valid ISO 8601, but both official clients reject it. */
const moment: Shape = (given, path) => {
  const date = isString(given) ? parseIsoDate(given) : undefined;
  if (date === undefined) throw new ShapeFault(path, 'an ISO 8601 date, as toISOString() writes it');
  return date.toISOString();
};

const annotations = record({
  audience: optional(list(value('"user" or "assistant"', (given) => given === 'user' || given === 'assistant'))),
  priority: optional(value('a number from 0 to 1', (given) => typeof given === 'number' && given >= 0 && given <= 1)),
  lastModified: optional(moment),
});

const icon = record({
  src: iconSource,
  mimeType: optional(mimeType),
  sizes: optional(list(text)),
  theme: optional(value('"light" or "dark"', (given) => given === 'light' || given === 'dark')),
});

const common = { annotations: optional(annotations), ...meta };

const described = {
  name: text,
  title: optional(text),
  description: optional(text),
  mimeType: optional(mimeType),
  icons: optional(list(icon)),
  ...common,
};

const resource = { uri, ...described, size: optional(size) };

const contents = { uri, name: optional(text), title: optional(text), mimeType };
const textContents = record<TextResourceContents>({ ...contents, text, ...meta });
const blobContents = record<BlobResourceContents>({ ...contents, blob: base64, ...meta });

/** An item of a `resources/read` result. Fills in a missing MIME type, which the specification's prose requires. */
export const RESOURCE_CONTENTS: Shape<ResourceContents> = (given, path) => {
  if (!isRecord(given)) throw new ShapeFault(path, 'an object with a uri, and a text or a blob');
  const { text: said, blob, mimeType: type } = given;
  if (said === undefined && blob === undefined) throw new ShapeFault(path, 'given a text or a blob');
  return said === undefined
    ? blobContents({ ...given, mimeType: type ?? 'application/octet-stream' }, path)
    : textContents({ ...given, mimeType: type ?? 'text/plain' }, path);
};

/** An entry of `resources/list`. */
export const RESOURCE = record<Resource>(resource);

/** An entry of `resources/templates/list`. */
export const RESOURCE_TEMPLATE = record<ResourceTemplate>({ uriTemplate: text, ...described });

/** An entry of `prompts/list`. */
export const PROMPT = record<Prompt>({
  name: text,
  title: optional(text),
  description: optional(text),
  arguments: optional(
    list(record({ name: text, title: optional(text), description: optional(text), required: optional(flag) })),
  ),
  icons: optional(list(icon)),
  ...meta,
});

const schema: Shape = (given, path) => {
  const copy = json(given, path) as Tool['inputSchema'];
  if (copy.type !== 'object') throw new ShapeFault(`${path}.type`, '"object"');
  return copy;
};

/** The hints of a tool. */
export const TOOL_ANNOTATIONS = record<ToolAnnotations>({
  title: optional(text),
  readOnlyHint: optional(flag),
  destructiveHint: optional(flag),
  idempotentHint: optional(flag),
  openWorldHint: optional(flag),
});

/** An entry of `tools/list`. */
export const TOOL = record<Tool>({
  name: text,
  title: optional(text),
  description: optional(text),
  inputSchema: schema,
  outputSchema: optional(schema),
  annotations: optional(TOOL_ANNOTATIONS),
  icons: optional(list(icon)),
  ...meta,
});

/** The content of a message or a result, by type. */
export const CONTENT: ReadonlyMap<unknown, Shape<ContentBlock>> = new Map<unknown, Shape<ContentBlock>>([
  ['text', record<TextContent>({ type: text, text, ...common })],
  ['image', record<ImageContent>({ type: text, data, mimeType: image, ...common })],
  ['audio', record<AudioContent>({ type: text, data, mimeType: audio, ...common })],
  ['resource_link', record<ResourceLink>({ type: text, ...resource })],
  ['resource', record<EmbeddedResource>({ type: text, resource: RESOURCE_CONTENTS, ...common })],
]);

/** Clients must refuse every other scheme (basic, "Icons"). */
export function isIconSource(given: unknown): boolean {
  return isString(given) && /^(https:\/\/|data:)/i.test(given);
}

/** RFC 3986, plus brackets where `URL` leaves them. Two steps: a repeated alternation recurses deeply on long URIs. */
export function isUri(given: unknown): boolean {
  return (
    isString(given) &&
    /^[a-z][a-z\d+.-]*:[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/i.test(given) &&
    !/%(?![\da-f]{2})/i.test(given)
  );
}

function isMimeType(given: unknown, family: string): boolean {
  return (
    isString(given) && given.startsWith(family) && /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:[ \t]*;[\t -~]*)?$/.test(given)
  );
}
