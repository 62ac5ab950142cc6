import { envelopeIssues, hasEnvelope } from '../jsonrpc/client-shape.js';
import { isAnswer, isRecord, isRequest, type Message } from '../jsonrpc/message.js';
import { REVISION_KEY } from '../jsonrpc/meta-keys.js';
import type { Refusal } from '../jsonrpc/refusal.js';
import { ALL_REVISIONS, isModern, MODERN_REVISION } from '../jsonrpc/revisions.js';
import { type MessageHead, mismatch } from './header-mirror.js';

/** Whether a message belongs to 2026-07-28 or to an earlier revision, or why it belongs to neither. */
export type Era = 'modern' | 'legacy' | Refusal;

/** Determines the era of a message from its body; its headers only repeat that (basic/versioning, 2026-07-28). */
export function eraOf(message: Message | readonly Message[], head: MessageHead): Era {
  if (!isSingle(message)) return message.some(({ params }) => hasEnvelope(params)) ? NO_BATCHES : 'legacy';
  if (isAnswer(message)) return 'legacy';
  if (message.method === 'initialize' && !isWholly(message)) return eraOfIntroduction(head);
  return hasEnvelope(message.params) ? eraOfEnvelope(message, head) : eraByHead(message, head);
}

function isSingle(message: Message | readonly Message[]): message is Message {
  return !Array.isArray(message);
}

/** Whether a message has everything that a request of 2026-07-28 needs. */
function isWholly({ params }: Message): boolean {
  const meta = metaIn(params);
  return envelopeIssues(meta).length === 0 && isModern(meta[REVISION_KEY] as string);
}

function eraOfIntroduction({ revision }: MessageHead): Era {
  if (!isModern(revision)) return 'legacy';
  return mismatch(`there is no initialize in the revision that the header mcp-protocol-version names`);
}

function eraOfEnvelope(message: Message, { revision }: MessageHead): Era {
  const meta = metaIn(message.params);
  const issues = envelopeIssues(meta);
  const issue = isRequest(message) ? issues[0] : issues.find(({ key }) => key === REVISION_KEY);
  if (issue !== undefined) return invalidEnvelope(`${issue.key} is ${issue.problem}`, issue);
  const named = meta[REVISION_KEY] as string;
  if (revision !== undefined && revision !== named)
    return mismatch('the header mcp-protocol-version names another revision than the body');
  return named === MODERN_REVISION ? (retryFault(message.params) ?? 'modern') : unsupported(named);
}

/** The SDKs ignore answers to questions that are not an object, and ask again. */
function retryFault(params: Message['params'] = {}): Refusal | undefined {
  const { inputResponses = {}, requestState = '' } = params;
  if (!isRecord(inputResponses)) return invalidRetry('inputResponses is not an object');
  return typeof requestState === 'string' ? undefined : invalidRetry('requestState is not a string');
}

function invalidRetry(fault: string): Refusal {
  return { status: 200, code: -32602, message: `Invalid params: ${fault}` };
}

function eraByHead(message: Message, { revision }: MessageHead): Era {
  if (revision === undefined || !isModern(revision)) return 'legacy';
  if (!isRequest(message)) return revision === MODERN_REVISION ? 'modern' : unsupported(revision);
  const [missing = ONLY_REVISION] = envelopeIssues(metaIn(message.params));
  return invalidEnvelope(`${missing.key} is ${missing.problem}`, missing);
}

function metaIn(params: unknown): Readonly<Record<string, unknown>> {
  const meta = isRecord(params) ? params['_meta'] : undefined;
  return isRecord(meta) ? meta : {};
}

function invalidEnvelope(fault: string, envelope: object): Refusal {
  const message = `Invalid params: the revision ${MODERN_REVISION} needs an envelope in _meta: ${fault}`;
  return { status: 400, code: -32602, message, data: { envelope } };
}

function unsupported(requested: string): Refusal {
  const data = { supported: ALL_REVISIONS, requested };
  return { status: 400, code: -32022, message: `Unsupported protocol version: ${requested}`, data };
}

const ONLY_REVISION = { key: REVISION_KEY, problem: 'missing' };

const NO_BATCHES = {
  status: 400,
  code: -32600,
  message: `Invalid Request: there are no batches in the revision ${MODERN_REVISION}`,
};
