import { isObject } from '../text/option-kinds.js';
import { ElicitationPendingError } from '../asking/ask.js';
import { droppedTypes } from '../clients/client-profile.js';
import type { ClientProfiles } from '../clients/client-profiles.js';
import type { Client } from '../api/context.js';
import type { OutputRequest } from '../definition/kind.js';
import {
  InputRequiredError,
  InternalError,
  InvalidArgumentsError,
  MISSING_CAPABILITY,
  NotFoundError,
  RequestError,
  TimeoutError,
} from '../errors.js';
import type { Limits } from '../limits.js';
import {
  exceedsBytes,
  isShortText,
  json,
  flattenParts,
  optional,
  OutputFault,
  record,
  withPromiseHint,
} from '../output/output.js';
import { checkContent, checkShape, boolean, kindOf } from '../output/shapes.js';
import { createDegrader, hasStructuredContent } from '../output/degradation.js';
import type { CallToolResult, ContentBlock } from '../protocol.js';
import type { Step } from '../request/failure.js';
import type { Awaitable } from '../types.js';
import type { OutputSpecifics, StructuredOutput } from './structured-output.js';

/**
 * Converts the output of `call` to a result, or checks a result from interceptors. Returns a checked copy.
 * @param args the arguments of `call`; `undefined` for a result from interceptors
 * @throws {OutputFault} if the output must not be sent
 */
export function checkToolOutput(output: unknown, request: OutputRequest, args?: object): Awaitable<CallToolResult> {
  const isText = args !== undefined && declaredOutputOf(request) === undefined;
  if (isText && isShortText(output, request.services.limits.answerBytes))
    return { content: [{ type: 'text', text: output }] };
  return checkedResult(output, request, args !== undefined);
}

/** Replaces content that the client does not support or drops. */
export function adaptToolResult(result: CallToolResult, client: Client, clients: ClientProfiles): CallToolResult {
  const degrade = createDegrader(client, droppedTypes('tools', clients.of(client)));
  if (degrade === undefined) return result;
  const { structuredContent, content, ...rest } = result;
  const isSent = structuredContent !== undefined && hasStructuredContent(client);
  return { ...rest, content: content.map(degrade), ...(isSent && { structuredContent }) };
}

async function checkedResult(output: unknown, request: OutputRequest, isOutput: boolean): Promise<CallToolResult> {
  const { answerBytes } = request.services.limits;
  try {
    const result = await toResult(output, request, isOutput);
    if (!exceedsBytes(result, answerBytes)) return result;
    throw new OutputFault(`returned more than ${answerBytes} bytes, which exceeds \`limits.answerBytes\``);
  } catch (fault) {
    throw withPromiseHint(fault, output);
  }
}

async function toResult(output: unknown, request: OutputRequest, isOutput: boolean): Promise<CallToolResult> {
  const { limits } = request.services;
  const declared = declaredOutputOf(request);
  const full = !isOutput || isFullResult(output, declared) ? fullResult(output, limits) : undefined;
  if (declared === undefined) return full ?? { content: toBlocks(output, limits) };
  if (full?.isError === true && full.structuredContent === undefined) return full;
  if (isOutput) return structuredResult(output, full, declared, request);
  await declared.check(full?.structuredContent, request);
  return full as CallToolResult; // A result from interceptors is always a full result.
}

/** Creates the result for the declared object, which a tool has returned directly or in a full result. */
async function structuredResult(
  output: unknown,
  full: CallToolResult | undefined,
  declared: StructuredOutput,
  request: OutputRequest,
): Promise<CallToolResult> {
  const object = full === undefined ? output : (output as CallToolResult).structuredContent;
  const { json: structuredContent, text } = await declared.write(object, request);
  const content = full === undefined || full.content.length === 0 ? [{ type: 'text' as const, text }] : full.content;
  return { ...full, content, structuredContent };
}

function declaredOutputOf({ definition }: OutputRequest) {
  return (definition?.specifics as OutputSpecifics | undefined)?.output;
}

/**
 * Whether an output is a full result. If an output is declared, `content` may be one of its fields, so a full result
 * must also have `structuredContent` or `isError`.
 */
function isFullResult(output: unknown, declared: StructuredOutput | undefined): boolean {
  if (!hasContent(output)) return false;
  return declared === undefined || output.isError === true || typeof output.structuredContent === 'object';
}

function hasContent(output: unknown): output is CallToolResult {
  return isObject(output) && Array.isArray(output['content']);
}

const RESULT = record<CallToolResult>({
  content: (value) => value, // `toBlocks` checks the blocks.
  structuredContent: optional(json),
  isError: optional(boolean),
  _meta: optional(json),
});

function fullResult(output: unknown, limits: Limits): CallToolResult {
  if (!hasContent(output))
    throw new OutputFault(`got ${kindOf(output)} from an interceptor instead of a result with an array \`content\``);
  return { ...checkShape(RESULT, output, 'returned an invalid result:'), content: toBlocks(output.content, limits) };
}

function toBlocks(output: unknown, { blocks: max }: Limits): ContentBlock[] {
  if (output === undefined || output === null)
    throw new OutputFault('returned nothing: return a string, content blocks or a full result');
  return flattenParts(output, max, 'blocks').map(toBlock);
}

function toBlock(block: unknown, index: number): ContentBlock {
  if (typeof block === 'string') return { type: 'text', text: block };
  if (isObject(block) && 'type' in block) return checkContent(block, 'block', index);
  const remedy = 'use a string or text(…), or declare the `output` of the tool';
  throw new OutputFault(`returned ${kindOf(block)} as block ${index}: ${remedy}`);
}

/** The `_meta` key of an error's code and data, for programs that read the result. */
const ERROR_KEY = 'dev.cuecard/error';

/**
 * The first protocol revision in which invalid arguments cause a result instead of an error, so that the model can
 * correct them (server/tools).
 */
const REFUSAL_RESULTS_SINCE = '2025-11-25';

interface FailureContext {
  readonly client: Client | undefined;
  readonly step: Step | undefined;
}

/**
 * Creates the result of a call that has failed.
 * @throws the error if it is a protocol error, not a failure of the tool
 */
export function failureResult(error: unknown, context: FailureContext): CallToolResult {
  if (!(error instanceof RequestError) || isProtocolError(error, context)) throw error;
  const { code, data } = error;
  const text = failureText(error);
  return {
    content: [{ type: 'text', text }],
    isError: true,
    _meta: { [ERROR_KEY]: { code, ...(data !== undefined && { data }) } },
  };
}

function isProtocolError(error: RequestError, { client, step }: FailureContext): boolean {
  if (error instanceof InvalidArgumentsError) return isMalformed(error) || expectsError(client);
  if (error instanceof ElicitationPendingError || error.code === MISSING_CAPABILITY) return true;
  if (error instanceof InputRequiredError) return false;
  if (error instanceof NotFoundError && error.kind === 'tool') return true;
  return !(error instanceof TimeoutError) && (step === undefined || STEPS_BEFORE_TOOL.has(step));
}

/** Whether the client expects an error for invalid arguments, instead of a result. */
function expectsError(client: Client | undefined): boolean {
  return client !== undefined && client.revision < REFUSAL_RESULTS_SINCE;
}

/**
 * Whether the arguments are not an object. That is a protocol error in every protocol revision (server/tools, "Error
 * Handling").
 */
function isMalformed({ errors }: InvalidArgumentsError): boolean {
  return errors.some(({ argument, rule }) => argument === '' && rule === 'isObject');
}

/** The steps before the tool runs. Errors in these steps are not failures of the tool. */
const STEPS_BEFORE_TOOL: ReadonlySet<Step> = new Set(['prepare', 'find', 'intercept']);

function failureText(error: RequestError): string {
  if (error instanceof InternalError) return `${error.message} (${error.id})`;
  if (!(error instanceof InvalidArgumentsError)) return error.message;
  const [subject = error.message] = error.message.split(': ', 1);
  return [`${subject}. Fix them and call it again:`, ...error.errors.map(({ message }) => `- ${message}`)].join('\n');
}
