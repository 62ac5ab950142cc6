import { NotFoundError } from '../errors.js';
import { withPromiseHint, OutputFault, jsonText, MemberLimitError } from '../messages/output-parts.js';
import { isRecord } from '../output/shape.js';
import { base64Of } from '../text/strings.js';

/** The resource whose contents are returned. */
interface ReadResource {
  readonly uri: string;
  /** The MIME type of the class. */
  readonly mimeType: string | undefined;
  readonly answerBytes: number;
}

/** The maximum number of members of JSON, including nested ones. */
const MAX_MEMBERS = 1_000_000;

/** The maximum number of contents in a result. */
const MAX_CONTENTS = 100_000;

/**
 * The result for what `read` of a class has returned. Its shape is not checked yet.
 * @throws {NotFoundError} if that is nothing
 * @throws {OutputFault} if it is too large, or cannot be sent
 */
export function contentsIn(output: unknown, resource: ReadResource): object {
  if (output === undefined || output === null) throw new NotFoundError('resource', resource.uri);
  if (isResult(output)) return output;
  const parts = Array.isArray(output) ? (output as readonly unknown[]) : [output];
  const { mimeType } = resource;
  const declared = mimeType !== undefined && { mimeType };
  if (isContents(parts[0]) && parts.length <= MAX_CONTENTS && parts.every(isContents))
    return { contents: parts.map((part) => ({ ...declared, ...part })) };
  return { contents: [{ uri: resource.uri, ...bodyOf(output, resource), ...declared }] };
}

/** Text, bytes or JSON, with the matching MIME type. */
function bodyOf(output: unknown, { answerBytes }: ReadResource): object {
  if (typeof output === 'string') return { mimeType: 'text/plain', text: output };
  if (!(output instanceof Uint8Array)) return { mimeType: 'application/json', text: jsonOf(output) };
  if (output.length > answerBytes) throw new OutputFault('is larger than the limit `answerBytes`');
  return { mimeType: 'application/octet-stream', blob: base64Of(output) };
}

const RESULT = new Set(['contents', '_meta']);
const CONTENTS = new Set(['uri', 'name', 'title', 'mimeType', 'text', 'blob', '_meta']);

// An object of the application may have some of these members, but hardly these alone.

function isResult(output: unknown): output is object {
  return isRecord(output) && Array.isArray(output['contents']) && Object.keys(output).every((name) => RESULT.has(name));
}

function isContents(output: unknown): output is object {
  if (!isRecord(output) || typeof output['uri'] !== 'string') return false;
  const hasBody = typeof output['text'] === 'string' || typeof output['blob'] === 'string';
  return hasBody && Object.keys(output).every((name) => CONTENTS.has(name));
}

function jsonOf(output: unknown): string {
  try {
    const text = jsonText(output as object, { maxMembers: MAX_MEMBERS });
    if (text !== undefined) return text;
  } catch (error) {
    if (error instanceof MemberLimitError) throw new OutputFault(`returned JSON of more than ${MAX_MEMBERS} members`);
  }
  throw withPromiseHint(new OutputFault(NO_JSON), output);
}

const NO_JSON =
  'returned something that is not JSON: return a string, bytes, contents or a value that JSON can represent';
