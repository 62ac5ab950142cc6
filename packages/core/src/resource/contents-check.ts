import type { Client } from '../api/context.js';
import type { Answers, OutputContext } from '../definition/kind.js';
import { NotFoundError } from '../errors.js';
import type { Limits } from '../limits.js';
import { jsonText, MemberLimitError, OutputFault, withPromiseHint } from '../messages/output-parts.js';
import { checkedAnswer, checkSize, READ } from '../output/answer-shapes.js';
import { isUri, RESOURCE_CONTENTS } from '../output/content-shapes.js';
import { forRevision } from '../output/degradation.js';
import { isRecord, type Shape } from '../output/shape.js';
import type { ReadResourceResult } from '../protocol.js';
import { base64Of } from '../text/strings.js';
import { ResourceAddress } from './resource-address.js';

/** The maximum number of UTF-8 bytes for one UTF-16 code unit. */
const MAX_BYTES_PER_UNIT = 3;

/** Checks the contents that readers and resource classes return, and adapts them to the client. */
export class ContentsCheck implements Answers<ReadResourceResult> {
  readonly #answerBytes: number;

  constructor({ limits }: { readonly limits: Limits }) {
    this.#answerBytes = limits.answerBytes;
  }

  /**
   * @throws {OutputFault} if the contents must not be sent
   * @throws {NotFoundError} if a class has returned nothing
   */
  check(
    output: unknown,
    { asked = '', specifics: address }: Pick<OutputContext, 'asked' | 'specifics'>,
  ): ReadResourceResult {
    if (!(address instanceof ResourceAddress))
      return this.#checkSize({ contents: [fromApplication(RESOURCE_CONTENTS, output)] });
    const { mimeType } = address.facts;
    // Fast path: almost all contents are strings. The MIME type of a class has been checked at start-up.
    if (typeof output === 'string' && isUri(asked)) {
      const contents = { uri: asked, mimeType: mimeType ?? 'text/plain', text: output };
      const length = asked.length + contents.mimeType.length + output.length;
      if (length * MAX_BYTES_PER_UNIT <= this.#answerBytes) return { contents: [contents] };
    }
    return this.#checkSize(checkedAnswer(READ, this.#resultOf(output, asked, mimeType), 'returned a result, whose'));
  }

  /** @throws {OutputFault} if the answer must not be sent */
  recheck(answer: unknown): ReadResourceResult {
    return this.#checkSize(checkedAnswer(READ, answer));
  }

  forClient(result: ReadResourceResult, client: Client | undefined): ReadResourceResult {
    if (client === undefined) return result;
    const contents = forRevision(result.contents, client.revision);
    return contents === result.contents ? result : { ...result, contents };
  }

  #checkSize(result: ReadResourceResult): ReadResourceResult {
    checkSize(result.contents, this.#answerBytes);
    return result;
  }

  /**
   * Converts the output of a class to a result, without checking its shape.
   * @param mimeType the MIME type of the class
   */
  #resultOf(output: unknown, uri: string, mimeType: string | undefined): object {
    if (output === undefined || output === null) throw new NotFoundError('resource', uri);
    if (isResult(output)) return output;
    const parts = Array.isArray(output) ? (output as readonly unknown[]) : [output];
    const classType = mimeType !== undefined && { mimeType };
    if (isContents(parts[0]) && parts.length <= MAX_CONTENTS && parts.every(isContents))
      return { contents: parts.map((part) => ({ ...classType, ...part })) };
    return { contents: [{ uri, ...this.#bodyOf(output), ...classType }] };
  }

  /** Text, bytes or JSON, with the matching MIME type. */
  #bodyOf(output: unknown): object {
    if (typeof output === 'string') return { mimeType: 'text/plain', text: output };
    if (!(output instanceof Uint8Array)) return { mimeType: 'application/json', text: jsonOf(output) };
    if (output.length > this.#answerBytes) throw new OutputFault('is larger than the limit `answerBytes`');
    return { mimeType: 'application/octet-stream', blob: base64Of(output) };
  }
}

/**
 * Copies and checks a value that a reader or the list of a class has returned.
 * @throws {OutputFault} if it has another shape
 */
export function fromApplication<T>(shape: Shape<T>, value: unknown): T {
  return checkedAnswer(shape, value, 'returned a resource whose', 'value');
}

/** The maximum number of members of JSON, including nested ones. */
const MAX_MEMBERS = 1_000_000;

const MAX_CONTENTS = 100_000;

const RESULT = new Set(['contents', '_meta']);
const CONTENTS = new Set(['uri', 'name', 'title', 'mimeType', 'text', 'blob', '_meta']);

// An object with other members, too, is data of the application, which is sent as JSON.

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
  throw withPromiseHint(new OutputFault(NOT_JSON), output);
}

const NOT_JSON =
  'returned something that is not JSON: return a string, bytes, contents or a value that JSON can represent';
