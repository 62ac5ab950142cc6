import type {
  AnyResourceClass,
  CallToolResult,
  GetPromptResult,
  InternalError,
  KindName,
  PromptClass,
  ReadResourceResult,
  ToolClass,
} from '@cuecard/core';
import type { RunDetails } from 'fast-check';
import type { CallSetup } from '../calls/setup.js';
import { Subject, type Values, type TestableHandler } from '../calls/subject.js';
import { optionalPeer } from '../optional-peer.js';
import { ExpectationError } from '../checks/checks.js';
import { SchemaValues } from './schema-values.js';

/** The options of a test with generated arguments. */
export interface FuzzSetup<Result> extends CallSetup {
  /**
   * An additional rule for the result. It throws or returns `false` if the result breaks the rule.
   * @default none
   */
  readonly rule?: (result: Result, args: Values) => unknown;
  /**
   * The number of runs, each with newly generated arguments.
   * @default 100
   */
  readonly runs?: number;
  /**
   * Repeats the run with this seed; a failed run prints its seed.
   * @default a new seed
   */
  readonly seed?: number;
}

/**
 * Gets a prompt as clients do, with arguments generated from its schema. Skips arguments that the prompt rejects. Needs
 * `fast-check`.
 * @throws {ExpectationError} with the smallest arguments that make the prompt fail or break a rule of its output, or if
 * the prompt rejects all arguments
 */
export function fuzzPrompt(
  prompt: TestableHandler<PromptClass>,
  setup: FuzzSetup<GetPromptResult> = {},
): Promise<void> {
  return fuzz('prompt', prompt, setup as FuzzSetup<unknown>);
}

/** Calls a tool with arguments generated from its schema, as `fuzzPrompt` does for prompts. */
export function fuzzTool(tool: TestableHandler<ToolClass>, setup: FuzzSetup<CallToolResult> = {}): Promise<void> {
  return fuzz('tool', tool, setup as FuzzSetup<unknown>);
}

/** Reads a resource with generated variables for its template, as `fuzzPrompt` does for prompts. */
export function fuzzResource(
  resource: TestableHandler<AnyResourceClass>,
  setup: FuzzSetup<ReadResourceResult> = {},
): Promise<void> {
  return fuzz('resource', resource, setup as FuzzSetup<unknown>);
}

const FUZZERS = { prompt: 'fuzzPrompt', tool: 'fuzzTool', resource: 'fuzzResource' } as const;

async function fuzz(kind: KindName, handler: TestableHandler, setup: FuzzSetup<unknown>): Promise<void> {
  const { rule, runs = 100, seed, ...options } = setup;
  const subject = new Subject(handler, options);
  const { definition } = subject;
  if (definition.kind.name !== kind)
    throw new TypeError(
      `${definition.type.name} is a ${definition.kind.name}: test it with ${FUZZERS[definition.kind.name]}()`,
    );
  const fc = await optionalPeer(FUZZERS[kind], 'fast-check', () => import('fast-check'));
  let [accepted, refusal] = [0, ''];
  const property = fc.asyncProperty(new SchemaValues(fc, subject.schema).arguments(), async (args) => {
    const outcome = await subject.call(args);
    if ('failure' in outcome) throw outcome.failure;
    if ('refusal' in outcome) refusal = outcome.refusal.message;
    else accepted += 1;
    if ('result' in outcome && (await rule?.(outcome.result, args)) === false)
      throw new Error('the rule returned false');
  });
  const details = await fc.check(property, { numRuns: runs, ...(seed !== undefined && { seed }) });
  const { name } = definition.type;
  if (details.failed) throw counterexampleError(name, details);
  if (accepted === 0) throw new ExpectationError(`${name} rejects all ${runs} generated arguments: ${refusal}`);
}

function counterexampleError(name: string, details: RunDetails<[Values]>): ExpectationError {
  const { counterexample, errorInstance, numRuns, numShrinks, seed } = details;
  const args = JSON.stringify(counterexample?.[0], undefined, 2);
  const found = `Found in run ${numRuns}, and simplified ${numShrinks} times. Repeat the run with { seed: ${seed} }.`;
  return new ExpectationError(
    `${name} fails with these arguments:\n${args}\n\n${reasonOf(errorInstance)}\n\n${found}`,
    {
      cause: errorInstance,
    },
  );
}

/** Returns the reason for a failure. Clients do not receive this reason. */
function reasonOf(error: unknown): string {
  const { problem, cause } = error as Partial<InternalError>;
  if (problem === undefined) return String(error);
  return cause === undefined ? problem : `${problem}: ${String(cause)}`;
}
