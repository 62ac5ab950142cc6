import type { ArgumentPlan } from '../arguments/argument-plan.js';
import type { Specifics } from '../definition/kind.js';
import { SchemaDefinitions } from '../json-schema.js';
import type { ListEntry, Tool } from '../protocol.js';
import type { HeaderArguments } from './header-arguments.js';
import { specificsOf } from './tool-specifics.js';

/** The schema of a tool without arguments, as the specification recommends it (server/tools, "Tool"). */
const NO_ARGUMENTS: Tool['inputSchema'] = { type: 'object', additionalProperties: false };

/** The schema of the arguments of a tool, with samples of them. */
export function inputSchemaOf(
  plan: ArgumentPlan,
  samples: readonly object[],
  headers?: HeaderArguments,
): Tool['inputSchema'] {
  if (plan.arguments.length === 0) return NO_ARGUMENTS;
  const schema = SchemaDefinitions.schemaOf(plan, samples);
  return { type: 'object', ...(headers?.addTo(schema) ?? schema) };
}

/** The list entry of a tool. */
export function toolEntry(
  common: ListEntry,
  plan: ArgumentPlan,
  specifics: Specifics,
  samples: readonly object[],
): Tool {
  const { output, annotations, meta, headers } = specificsOf(specifics);
  const { _meta, ...rest } = common;
  return {
    ...rest,
    inputSchema: inputSchemaOf(plan, samples, headers),
    ...(output !== undefined && { outputSchema: output.schema }),
    ...(annotations !== undefined && { annotations }),
    ...((_meta !== undefined || meta !== undefined) && { _meta: { ...meta, ..._meta } }),
  };
}
