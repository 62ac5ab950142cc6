import type { CompleteParams, Definition, Runtime } from '@cuecard/core';
import { serve, type TestableHandler } from './subject.js';
import type { CallSetup } from './setup.js';

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
  handler: TestableHandler,
  typed: Readonly<Record<string, string>>,
  { given, context, ...setup }: CompletionSetup = {},
): Promise<Completion> {
  const [[name, value] = ['', ''], ...others] = Object.entries(typed);
  if (name === '' || others.length > 0)
    throw new TypeError('Complete exactly one argument, such as { language: "ty" }');
  const { runtime, definition } = serve(handler, setup);
  if (definition.kind.name === 'tool')
    throw new TypeError(`${definition.type.name} is a tool: only prompts and resources have completions`);
  const params = {
    ref: referenceTo(definition),
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
