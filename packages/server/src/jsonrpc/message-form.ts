import { envelopeIssues, hasEnvelope } from './client.js';
import { isAnswer, isRecord, isRequest, type Message } from './message.js';
import type { Refusal } from './answer.js';
import { ALL_REVISIONS, isEnveloped, ENVELOPE_REVISION, REVISION_KEY } from './protocol.js';
import { type MessageHead, mismatch } from './header-mirror.js';

/**
 * The form of a message: `enveloped` since protocol revision 2026-07-28, `plain` up to revision 2025-11-25, or the
 * refusal of an invalid envelope.
 */
export type Form = 'enveloped' | 'plain' | Refusal;

/**
 * Determines the form of a message from its body. The headers only repeat parts of the body (2026-07-28:
 * basic/versioning).
 */
export function formOf(message: Message | readonly Message[], head: MessageHead): Form {
  const isEnvelopedOnly = head.revision === ENVELOPE_REVISION;
  if (!isSingle(message))
    return isEnvelopedOnly || message.some(({ params }) => hasEnvelope(params)) ? NO_BATCHES : 'plain';
  if (isAnswer(message)) return isEnvelopedOnly ? NO_ANSWERS : 'plain';
  if (message.method === 'initialize' && !hasWholeEnvelope(message)) return formOfInitialize(head);
  return hasEnvelope(message.params) ? formOfEnvelope(message, head) : formByHead(message, head);
}

function isSingle(message: Message | readonly Message[]): message is Message {
  return !Array.isArray(message);
}

/** Whether a message has a complete envelope of protocol revision 2026-07-28. */
function hasWholeEnvelope({ params }: Message): boolean {
  const meta = metaIn(params);
  return envelopeIssues(meta).length === 0 && isEnveloped(meta[REVISION_KEY] as string);
}

function formOfInitialize({ revision }: MessageHead): Form {
  if (!isEnveloped(revision)) return 'plain';
  return mismatch('the protocol revision in the header mcp-protocol-version has no method initialize');
}

function formOfEnvelope(message: Message, { revision }: MessageHead): Form {
  const meta = metaIn(message.params);
  const issues = envelopeIssues(meta);
  const issue = isRequest(message) ? issues[0] : issues.find(({ key }) => key === REVISION_KEY);
  if (issue !== undefined) return invalidEnvelope(`${issue.key} is ${issue.problem}`, issue);
  const named = meta[REVISION_KEY] as string;
  if (revision !== undefined && revision !== named)
    return mismatch('the header mcp-protocol-version differs from the body');
  return named === ENVELOPE_REVISION ? (retryFault(message.params) ?? 'enveloped') : unsupportedRevision(named);
}

/** Returns the refusal of malformed input responses. The SDKs would ignore them and ask the user again. */
function retryFault(params: Message['params'] = {}): Refusal | undefined {
  const { inputResponses = {}, requestState = '' } = params;
  if (!isRecord(inputResponses)) return invalidRetry('inputResponses is not an object');
  return typeof requestState === 'string' ? undefined : invalidRetry('requestState is not a string');
}

function invalidRetry(fault: string): Refusal {
  return { status: 200, code: -32602, message: `Invalid params: ${fault}` };
}

function formByHead(message: Message, { revision }: MessageHead): Form {
  if (revision === undefined || !isEnveloped(revision)) return 'plain';
  if (!isRequest(message)) return revision === ENVELOPE_REVISION ? 'enveloped' : unsupportedRevision(revision);
  const [missing = ONLY_REVISION] = envelopeIssues(metaIn(message.params));
  return invalidEnvelope(`${missing.key} is ${missing.problem}`, missing);
}

function metaIn(params: unknown): Readonly<Record<string, unknown>> {
  const meta = isRecord(params) ? params['_meta'] : undefined;
  return isRecord(meta) ? meta : {};
}

function invalidEnvelope(fault: string, envelope: object): Refusal {
  const message = `Invalid params: protocol revision ${ENVELOPE_REVISION} requires an envelope in _meta: ${fault}`;
  return { status: 400, code: -32602, message, data: { envelope } };
}

function unsupportedRevision(requested: string): Refusal {
  const data = { supported: ALL_REVISIONS, requested };
  return { status: 400, code: -32022, message: `Unsupported protocol version: ${requested}`, data };
}

const ONLY_REVISION = { key: REVISION_KEY, problem: 'missing' };

/**
 * The refusal of batches, which are invalid since protocol revision 2026-07-28 (basic/transports, "Sending Messages to
 * the Server").
 */
const NO_BATCHES = {
  status: 400,
  code: -32600,
  message: `Invalid Request: protocol revision ${ENVELOPE_REVISION} has no batches; send each message separately`,
};
const NO_ANSWERS = {
  status: 400,
  code: -32600,
  message:
    'Invalid Request: in this protocol revision the server sends no requests; answer elicitations with `inputResponses`',
};
