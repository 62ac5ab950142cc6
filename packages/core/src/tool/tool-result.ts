import type { Limits } from '../limits.js';
import { isShortText, messagesIn, OutputFault, withPromiseHint } from '../messages/output-parts.js';
import { checkShape, checkedContent, kindOf } from '../output/content-check.js';
import { isRecord, json, optional, record, shapeOf, isLarger } from '../output/shape.js';
import type { CallToolResult, ContentBlock } from '../protocol.js';
import type { Client } from '../api/context.js';
import { AnswerAwaitedError } from '../asking/inquiry.js';
import {
  InputRequiredError,
  InternalError,
  InvalidArgumentsError,
  NotFoundError,
  RequestError,
  TimeoutError,
  MISSING_CAPABILITY,
} from '../errors.js';
import type { Step } from '../request/failure.js';
import { droppedTypes } from '../clients/client-profile.js';
import type { OutputContext, CalledDefinition, Answers, AnswerServices } from '../definition/kind.js';
import { degradation, hasStructuredContent } from '../output/degradation.js';
import { after } from '../pending.js';
import type { Awaitable } from '../types.js';
import { type StructuredOutput, undeclaredLine } from './structured-output.js';
import { specificsOf } from './tool-specifics.js';

type ResultLimits = Pick<Limits, 'blocks' | 'answerBytes'>;

const RESULT = record<CallToolResult>({
  content: (value) => value, // Checked block by block.
  structuredContent: optional(json),
  isError: optional(shapeOf('true or false', (value) => typeof value === 'boolean')),
  _meta: optional(json),
});

/** Whether an output is a full result. */
function isFullResult(output: unknown): output is CallToolResult {
  return isRecord(output) && Array.isArray(output['content']);
}

/**
 * A copy of a full result in which everything has been checked.
 * @throws {OutputFault} if it must not be sent
 */
function checkedResult(output: unknown, limits: ResultLimits): CallToolResult {
  if (!isFullResult(output)) throw new OutputFault(`gave ${kindOf(output)} as a result: it has an array of content`);
  return { ...checkShape(RESULT, output, 'returned a result whose'), content: blocksOf(output.content, limits) };
}

/**
 * The content blocks of an output.
 * @throws {OutputFault} if it must not be sent
 */
function blocksOf(output: unknown, { blocks: most }: ResultLimits): ContentBlock[] {
  if (output === undefined || output === null)
    throw new OutputFault('returned nothing: return a string, content blocks or a full result');
  return messagesIn(output, most, 'blocks').map(toBlock);
}

function toBlock(block: unknown, index: number): ContentBlock {
  if (typeof block === 'string') return { type: 'text', text: block };
  if (isRecord(block) && 'type' in block) return checkedContent(block, 'block', index);
  const remedy = 'use a string, text(…) and the like, or declare the `output` of the tool';
  throw new OutputFault(`returned ${kindOf(block)} as block ${index}: ${remedy}`);
}

/** @throws {OutputFault} if the result is larger than an answer may be */
function checkSize(result: CallToolResult, { answerBytes }: ResultLimits): CallToolResult {
  if (!isLarger(result, answerBytes)) return result;
  throw new OutputFault(`returned more than ${answerBytes} bytes, the limit of \`answerBytes\``);
}

/** The `_meta` key of what a program can read of a failure: the `code` and the `data` of the error. */
const ERROR = 'dev.cuecard/error';

/** The first revision in which refused arguments are a result, so that the model can correct them (server/tools). */
const REFUSALS_SINCE = '2025-11-25';

/** The circumstances of a failure. */
interface FailureContext {
  readonly client: Client | undefined;
  /** The step of the request. */
  readonly step: Step | undefined;
}

/**
 * The result for a call that has failed.
 * @throws the error if it is one of the protocol, not of the tool
 */
export function failedResult(error: unknown, failing: FailureContext): CallToolResult {
  if (!(error instanceof RequestError) || isOfProtocol(error, failing)) throw error;
  const { code, data } = error;
  const text = textOf(error);
  return {
    content: [{ type: 'text', text }],
    isError: true,
    _meta: { [ERROR]: { code, ...(data !== undefined && { data }) } },
  };
}

function isOfProtocol(error: RequestError, { client, step }: FailureContext): boolean {
  if (error instanceof InvalidArgumentsError) return isMalformed(error) || isBeforeResults(client);
  if (error instanceof AnswerAwaitedError || error.code === MISSING_CAPABILITY) return true;
  if (error instanceof InputRequiredError) return false;
  if (error instanceof NotFoundError && error.kind === 'tool') return true;
  return !(error instanceof TimeoutError) && (step === undefined || BEFORE.has(step));
}

/** Whether the client expects an error for invalid arguments. A call without a client receives a result. */
function isBeforeResults(client: Client | undefined): boolean {
  return client !== undefined && client.revision < REFUSALS_SINCE;
}

/** Arguments that are not an object make a request malformed in every revision (server/tools, "Error Handling"). */
function isMalformed({ errors }: InvalidArgumentsError): boolean {
  return errors.some(({ argument, rule }) => argument === '' && rule === 'isObject');
}

/** The steps before the tool: requests refused there are not failures of the tool. */
const BEFORE: ReadonlySet<Step> = new Set(['prepare', 'find', 'intercept']);

function textOf(error: RequestError): string {
  if (error instanceof InternalError) return `${error.message} (${error.id})`;
  if (!(error instanceof InvalidArgumentsError)) return error.message;
  const [subject = error.message] = error.message.split(': ', 1);
  return [`${subject}. Fix them and call it again:`, ...error.errors.map(({ message }) => `- ${message}`)].join('\n');
}

/** Checks the output of `call`, and adapts it to the client. */
export class ResultCheck implements Answers<CallToolResult> {
  readonly #services: AnswerServices;

  constructor(services: AnswerServices) {
    this.#services = services;
  }

  /** @throws {OutputFault} if the output must not be sent */
  check(output: unknown, by: OutputContext): Awaitable<CallToolResult> {
    const { output: declared } = specificsOf(by.specifics);
    const { limits } = this.#services;
    try {
      if (declared !== undefined) return this.#structure(output, declared, by);
      if (isShortText(output, limits.answerBytes)) return { content: [{ type: 'text', text: output }] };
      return checkSize(
        isFullResult(output) ? checkedResult(output, limits) : { content: blocksOf(output, limits) },
        limits,
      );
    } catch (fault) {
      throw withPromiseHint(fault, output);
    }
  }

  /**
   * Checks a result that interceptors may have changed.
   * @throws {OutputFault} if it must not be sent
   */
  recheck(answer: unknown, by: CalledDefinition | undefined): Awaitable<CallToolResult> {
    const { limits } = this.#services;
    const result = checkSize(checkedResult(answer, limits), limits);
    const declared = by && specificsOf(by.specifics).output;
    const { structuredContent } = result;
    const mayLack = result.isError === true && structuredContent === undefined;
    if (by === undefined || declared === undefined || mayLack) return result;
    return after(declared.recheck(structuredContent, by), () => result);
  }

  /** Replaces what the client does not know or drops. */
  forClient(result: CallToolResult, client: Client | undefined): CallToolResult {
    const degrade =
      client === undefined ? undefined : degradation(client, droppedTypes('tools', this.#services.clients.of(client)));
    if (client === undefined || degrade === undefined) return result;
    const { structuredContent, content, ...rest } = result;
    const isSent = structuredContent !== undefined && hasStructuredContent(client);
    return { ...rest, content: content.map(degrade), ...(isSent && { structuredContent }) };
  }

  #structure(output: unknown, declared: StructuredOutput, by: OutputContext): Awaitable<CallToolResult> {
    const { limits, monitor } = this.#services;
    const full = isFailure(output) || isWithContent(output) ? checkedResult(output, limits) : undefined;
    if (full?.isError === true && full.structuredContent === undefined) return checkSize(full, limits);
    const object = full === undefined ? output : (output as CallToolResult).structuredContent;
    const written = declared.write(object, by, (path) => monitor.warnOnce(undeclaredLine(by.name, path)));
    return after(written, ({ json: structuredContent, text }) => {
      const content =
        full === undefined || full.content.length === 0 ? [{ type: 'text' as const, text }] : full.content;
      return checkSize({ ...full, content, structuredContent }, limits);
    });
  }
}

/**
 * Whether an output is a full result, rather than an object that has `content`: such a result has the object as well.
 */
function isWithContent(output: unknown): boolean {
  return isFullResult(output) && typeof output.structuredContent === 'object';
}

function isFailure(output: unknown): boolean {
  return isFullResult(output) && output.isError === true;
}
