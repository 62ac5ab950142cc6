import type { ArgumentPlan } from '../arguments/argument-plan.js';
import type { Specifics } from '../definition/kind.js';
import { SchemaDefinitions } from '../json-schema.js';
import type { ListEntry, Prompt } from '../protocol.js';

/** The list entry of a prompt. */
export function promptEntry(
  common: ListEntry,
  plan: ArgumentPlan,
  _specifics: Specifics,
  samples: readonly object[],
): Prompt {
  if (plan.arguments.length === 0) return common;
  return {
    ...common,
    arguments: plan.arguments.map((arg) => arg.entry),
    _meta: { 'dev.cuecard/schema': SchemaDefinitions.schemaOf(plan, samples), ...common._meta },
  };
}
