import { type JsonSchema, SchemaDefinitions } from '../json-schema.js';
import { nearest } from '../text/nearest.js';
import type { ArgDefinition } from './arg-definition.js';
import type { Defect } from '../definition-error.js';

/** The values that a schema lists, as text; `undefined` if it does not list them. */
export function listedValues({ type, enum: values }: JsonSchema): readonly string[] | undefined {
  return LISTED.has(type) && Array.isArray(values) ? values.map(String) : undefined;
}

const LISTED: ReadonlySet<unknown> = new Set(['string', 'number', 'integer']);

/** What is wrong with the titles of an argument's values. */
export function titleFaults(arg: ArgDefinition): Defect[] {
  if (arg.titles === undefined) return [];
  const schema = arg.schema(new SchemaDefinitions());
  const values = listedValues((schema['items'] as JsonSchema | undefined) ?? schema);
  if (values === undefined) return [UNLISTED];
  const unknown = Object.keys(arg.titles).filter((value) => !values.includes(value));
  return unknown.map((value) => {
    const meant = nearest(value, values);
    const remedy = meant === undefined ? `Use one of ${values.join(', ')}` : `Write "${meant}", or leave it out`;
    return { id: 'titles-invalid', problem: `has a title for "${value}", which is not one of its values`, remedy };
  });
}

const UNLISTED: Defect = {
  id: 'titles-invalid',
  problem: 'has titles, but lists no values',
  remedy: 'List its values with @IsIn(), or leave `titles` out',
};
