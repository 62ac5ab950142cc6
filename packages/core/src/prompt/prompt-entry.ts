import type { ArgumentPlan } from '../arguments/argument-plan.js';
import { SchemaDefinitions } from '../json-schema.js';
import type { ListEntry, Prompt } from '../protocol.js';

/** The list entry of a prompt. */
export function promptEntry(common: ListEntry, plan: ArgumentPlan): Prompt {
  if (plan.arguments.length === 0) return common;
  return {
    ...common,
    arguments: plan.arguments.map((arg) => arg.entry),
    _meta: { 'dev.cuecard/schema': SchemaDefinitions.schemaOf(plan), ...common._meta },
  };
}
