import { createHash } from 'node:crypto';
import { ElicitationPendingError, type Answer, type Call, RequestError, type DefinitionInfo } from '@cuecard/core';
import { type RuleViolation, ruleViolationsIn } from './rule-violations.js';

/**
 * The failure of a call. It contains neither the error's message nor its cause, because both may contain argument
 * values.
 */
export interface Failure {
  /** The JSON-RPC code, or `undefined` if the client cancelled the call, because a cancelled call has no response. */
  readonly code: number | undefined;
  readonly name: string;
  /** The rejected arguments; empty if there are none. */
  readonly errors: readonly RuleViolation[];
}

/** The outcome of a call. */
export interface Outcome {
  /** Whether the result is an elicitation. The user's answer then arrives with a new call. */
  readonly asks: boolean;
  /** Whether a tool reported failure. */
  readonly hasFailed: boolean;
  /** `undefined` if the call succeeded. */
  readonly failure: Failure | undefined;
}

const SUCCEEDED: Outcome = { asks: false, hasFailed: false, failure: undefined };
const FAILED: Outcome = { ...SUCCEEDED, hasFailed: true };
const ASKING: Outcome = { ...SUCCEEDED, asks: true };

/** Waits for the result of a call and reports the outcome, then returns the result or throws the error. */
export async function watchOutcome(
  call: Call,
  answer: Promise<Answer>,
  report: (outcome: Outcome) => void,
): Promise<Answer> {
  let outcome = SUCCEEDED;
  try {
    const answered = await answer;
    if ('isError' in answered && answered.isError === true) outcome = FAILED;
    return answered;
  } catch (error) {
    outcome = error instanceof ElicitationPendingError ? ASKING : { ...SUCCEEDED, failure: failureOf(error, call) };
    throw error;
  } finally {
    report(outcome);
  }
}

/**
 * Describes the value that `next` threw: a `RequestError`, or the reason for a cancellation, which may be any value.
 */
function failureOf(error: unknown, call: Call): Failure {
  if (!(error instanceof RequestError)) return { code: undefined, name: 'Cancelled', errors: [] };
  return { code: error.code, name: error.name, errors: ruleViolationsIn(error, call) };
}

/**
 * Returns the called prompt or tool, or `undefined` for lists and resources, and if the caller may not see the
 * definition.
 */
export function calledDefinition(call: Call): DefinitionInfo | undefined {
  return call.method.startsWith('resources/') ? undefined : call.definition;
}

/** The name of the called definition, in a property named after its kind. */
export interface DefinitionRef {
  /** The called prompt; missing for lists, and for names that the caller may not see. */
  readonly prompt?: string;
  /** The called tool; missing for lists, and for names that the caller may not see. */
  readonly tool?: string;
}

export function definitionRef(definition: DefinitionInfo | undefined): DefinitionRef {
  return definition === undefined ? {} : { [definition.kind.name]: definition.name };
}

/** Starts measuring; returns the elapsed milliseconds, to the microsecond. */
export function stopwatch(): () => number {
  const started = performance.now();
  return () => Math.round((performance.now() - started) * 1000) / 1000;
}

/** Returns the arguments of a call exactly as the client sent them, including the argument that is being completed. */
export function argumentsOf(call: Call): Readonly<Record<string, unknown>> {
  if (call.method.endsWith('/list') || call.method.startsWith('resources/')) return {};
  if (call.method === 'prompts/get' || call.method === 'tools/call') return asRecord(call.params.arguments);
  const { argument, context } = asRecord(call.params);
  const { name, value } = asRecord(argument);
  return { ...asRecord(asRecord(context)['arguments']), ...(typeof name === 'string' && { [name]: value }) };
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isRecord ? (value as Readonly<Record<string, unknown>>) : {};
}

/**
 * The maximum length of strings that clients choose. Without this limit, such a string may be as long as a whole
 * message.
 */
const MAX_CLIENT_STRING = 64;

/** Shortens a string that a client has chosen. */
export function truncate<T>(value: T): T | string {
  return typeof value === 'string' && value.length > MAX_CLIENT_STRING ? value.slice(0, MAX_CLIENT_STRING) : value;
}

/**
 * Returns a digest of a session's id for logs. The id itself would give access to the session if its callers are
 * unverified.
 */
export function hashSessionId(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('base64url').slice(0, 16);
}
