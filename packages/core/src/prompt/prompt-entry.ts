import type { ArgumentPlan } from '../arguments/argument-plan.js';
import { SchemaDefinitions } from '../json-schema.js';
import type { ListEntry, Prompt } from '../protocol.js';

/** Where a prompt's `_meta` has the JSON Schema of its arguments. */
const SCHEMA = 'dev.cuecard/schema';

/** The list entry of a prompt. */
export function promptEntry(common: ListEntry, plan: ArgumentPlan): Prompt {
  if (plan.arguments.length === 0) return common;
  return {
    ...common,
    arguments: plan.arguments.map((arg) => arg.entry),
    _meta: { [SCHEMA]: SchemaDefinitions.schemaOf(plan), ...common._meta },
  };
}
