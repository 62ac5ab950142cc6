import { isObject } from '../text/option-kinds.js';
import type { Client } from '../api/context.js';
import type { OutputRequest } from '../definition/kind.js';
import { NotFoundError } from '../errors.js';
import {
  MAX_BYTES_PER_UNIT,
  toJsonText,
  MemberLimitError,
  OutputFault,
  withPromiseHint,
  type Shape,
} from '../output/output.js';
import { checkAnswer, checkSize, READ_RESULT, isUri, RESOURCE_CONTENTS } from '../output/shapes.js';
import { withoutNewerMembers } from '../output/degradation.js';
import type { ReadResourceResult } from '../protocol.js';
import { encodeBase64 } from '../text/strings.js';
import { ResourceAddress } from './resource-address.js';

/**
 * Converts the output of a reader or of `read` to a result, or checks a result from interceptors.
 * @param args the arguments of `read`; `undefined` for a result from interceptors
 * @throws {OutputFault} if the contents must not be sent
 * @throws {NotFoundError} if a class has returned nothing
 */
export function checkResourceOutput(output: unknown, request: OutputRequest, args?: object): ReadResourceResult {
  const { answerBytes } = request.services.limits;
  const address = request.definition?.specifics;
  if (args === undefined) return checkResultSize(checkAnswer(READ_RESULT, output), answerBytes);
  if (address instanceof ResourceAddress) return classResult(output, request, address.metadata.mimeType);
  return checkResultSize({ contents: [validateValue(RESOURCE_CONTENTS, output)] }, answerBytes);
}

function classResult(
  output: unknown,
  { requested = '', services }: OutputRequest,
  mimeType: string | undefined,
): ReadResourceResult {
  const { answerBytes } = services.limits;
  // Fast path for strings. The MIME type of a class was checked at start-up.
  if (typeof output === 'string' && isUri(requested)) {
    const contents = { uri: requested, mimeType: mimeType ?? 'text/plain', text: output };
    const length = requested.length + contents.mimeType.length + output.length;
    if (length * MAX_BYTES_PER_UNIT <= answerBytes) return { contents: [contents] };
  }
  if (output === undefined || output === null) throw new NotFoundError('resource', requested);
  const result = toResult(output, { uri: requested, mimeType, answerBytes });
  return checkResultSize(checkAnswer(READ_RESULT, result, 'returned an invalid result:'), answerBytes);
}

/** Removes properties that the client's protocol revision lacks. */
export function adaptContents(result: ReadResourceResult, { revision }: Client): ReadResourceResult {
  const contents = withoutNewerMembers(result.contents, revision);
  return contents === result.contents ? result : { ...result, contents };
}

function checkResultSize(result: ReadResourceResult, answerBytes: number): ReadResourceResult {
  checkSize(result.contents, answerBytes);
  return result;
}

interface ReadOptions {
  readonly uri: string;
  readonly mimeType: string | undefined;
  readonly answerBytes: number;
}

/** Converts the output of a class to a result, without checking its shape. */
function toResult(output: {}, { uri, mimeType, answerBytes }: ReadOptions): object {
  if (isResult(output)) return output;
  const parts = Array.isArray(output) ? (output as readonly unknown[]) : [output];
  const classType = mimeType !== undefined && { mimeType };
  if (isContents(parts[0]) && parts.length <= MAX_CONTENTS && parts.every(isContents))
    return { contents: parts.map((part) => ({ ...classType, ...part })) };
  return { contents: [{ uri, ...createBody(output, answerBytes), ...classType }] };
}

/** Returns text, bytes or JSON with the matching MIME type. */
function createBody(output: {}, answerBytes: number): object {
  if (typeof output === 'string') return { mimeType: 'text/plain', text: output };
  if (!(output instanceof Uint8Array)) return { mimeType: 'application/json', text: formatJson(output) };
  if (output.length > answerBytes) throw new OutputFault('has a result that exceeds `limits.answerBytes`');
  return { mimeType: 'application/octet-stream', blob: encodeBase64(output) };
}

/**
 * Checks a value that a reader or a class's `list` has returned, and returns a copy.
 * @throws {OutputFault} if the value does not have the shape
 */
export function validateValue<T>(shape: Shape<T>, value: unknown): T {
  return checkAnswer(shape, value, 'returned an invalid resource:', 'resource');
}

/** The maximum number of members of JSON, including nested ones. */
const MAX_MEMBERS = 1_000_000;

const MAX_CONTENTS = 100_000;

const RESULT = new Set(['contents', '_meta']);
const CONTENTS = new Set(['uri', 'name', 'title', 'mimeType', 'text', 'blob', '_meta']);

// An object with any other properties is the application's data, which is sent as JSON.

function isResult(output: unknown): output is object {
  return isObject(output) && Array.isArray(output['contents']) && Object.keys(output).every((name) => RESULT.has(name));
}

function isContents(output: unknown): output is object {
  if (!isObject(output) || typeof output['uri'] !== 'string') return false;
  const hasBody = typeof output['text'] === 'string' || typeof output['blob'] === 'string';
  return hasBody && Object.keys(output).every((name) => CONTENTS.has(name));
}

function formatJson(output: unknown): string {
  try {
    const text = toJsonText(output as object, { maxMembers: MAX_MEMBERS });
    if (text !== undefined) return text;
  } catch (error) {
    if (error instanceof MemberLimitError) throw new OutputFault(`returned JSON with more than ${MAX_MEMBERS} members`);
  }
  throw withPromiseHint(new OutputFault(NOT_JSON), output);
}

const NOT_JSON =
  'returned a value that is not JSON: return a string, bytes, resource contents, or a value that JSON can represent';
