import type { ArgumentPlan } from '../arguments/argument-plan.js';
import type { Specifics } from '../definition/kind.js';
import { SchemaDefinitions } from '../json-schema.js';
import type { ListEntry, Tool } from '../protocol.js';
import { specificsOf } from './tool-specifics.js';

/** The schema of a tool without arguments, as the specification recommends it (server/tools, "Tool"). */
const NO_ARGUMENTS: Tool['inputSchema'] = { type: 'object', additionalProperties: false };

/** The schema of the arguments of a tool. */
export function inputSchemaOf(plan: ArgumentPlan): Tool['inputSchema'] {
  return plan.arguments.length === 0 ? NO_ARGUMENTS : { type: 'object', ...SchemaDefinitions.schemaOf(plan) };
}

/** The list entry of a tool. */
export function toolEntry(common: ListEntry, plan: ArgumentPlan, specifics: Specifics): Tool {
  const { output, annotations, meta } = specificsOf(specifics);
  const { _meta, ...rest } = common;
  return {
    ...rest,
    inputSchema: inputSchemaOf(plan),
    ...(output !== undefined && { outputSchema: output.schema }),
    ...(annotations !== undefined && { annotations }),
    ...((_meta !== undefined || meta !== undefined) && { _meta: { ...meta, ..._meta } }),
  };
}
