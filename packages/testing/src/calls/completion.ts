import type { CompleteParams, Definition, Runtime } from '@cuecard/core';
import { classOf, type Testable, runtimeServing } from './subject.js';
import { type CallSetup, runtimeOf } from './setup.js';

/** The options of a completion. */
export interface CompletionSetup extends CallSetup {
  /** The other arguments as strings, by their wire names. */
  readonly given?: Readonly<Record<string, string>> | undefined;
}

/** The values that clients suggest, and whether more exist. */
export type Completion = Awaited<ReturnType<Runtime['complete']>>['completion'];

/**
 * Completes one argument of a prompt, or one variable of a resource's template, by its wire name: `{ language: 'ty' }`.
 * @throws {TypeError} unless `typed` has exactly one argument, and the subject is a prompt or a resource
 */
export async function completeArgument(
  subject: Testable,
  typed: Readonly<Record<string, string>>,
  { given, context, ...setup }: CompletionSetup = {},
): Promise<Completion> {
  const [[name, value] = ['', ''], ...others] = Object.entries(typed);
  if (name === '' || others.length > 0)
    throw new TypeError('Complete exactly one argument, such as { language: "ty" }');
  const served = runtimeServing(subject);
  if (served.tools !== undefined)
    throw new TypeError(`${classOf(subject).name} is a tool: only prompts and resources have completions`);
  const runtime = runtimeOf(served, setup);
  const params = {
    ref: referenceTo(runtime.registry.list()[0] as Definition),
    argument: { name, value },
    ...(given && { context: { arguments: { ...given } } }),
  };
  return (await runtime.complete(params, context)).completion;
}

function referenceTo({ kind, name, entry }: Definition): CompleteParams['ref'] {
  if (kind.name === 'prompt') return { type: 'ref/prompt', name };
  const { uriTemplate = '' } = entry as { uriTemplate?: string };
  return { type: 'ref/resource', uri: uriTemplate };
}
