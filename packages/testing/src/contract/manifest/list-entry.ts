import type { KindName } from '@cuecard/core';
import type { Contract, Schema } from './manifest.js';

/** An entry of `prompts/list`, `tools/list`, `resources/list` or `resources/templates/list`, of any server. */
export interface ListEntry {
  readonly name: string;
  readonly [member: string]: unknown;
}

/** The members of list entries that contracts have under the same name. */
const SAME = ['title', 'description', 'icons', 'annotations', 'uri', 'uriTemplate', 'mimeType'] as const;

/**
 * The contract of a list entry: everything in it that clients rely on. Servers of Cuecard list versions and schemas in
 * `_meta`.
 */
export function contractOfEntry(kind: KindName, entry: ListEntry): Contract {
  const meta = metaOf(entry);
  const args = schemaOfEntry(entry);
  const members = {
    version: meta['dev.cuecard/version'],
    deprecated: meta['dev.cuecard/deprecated'],
    tags: meta['dev.cuecard/tags'],
    arguments: namesAny(args) ? withoutSamples(args) : undefined,
    output: withoutSamples(entry['outputSchema'] as Schema | undefined),
    examples: samplesIn(args),
    title: (Object(entry['annotations']) as Contract).title, // Before entries had titles, tools had them in `annotations`.
  };
  const same = SAME.map((member) => [member, entry[member]] as const);
  const found = [...Object.entries(members), ...same].filter(([, value]) => value !== undefined);
  return { kind, name: entry.name, ...(Object.fromEntries(found) as Partial<Contract>) };
}

function namesAny({ properties = {}, required = [] }: Schema = {}): boolean {
  return Object.keys(properties).length + required.length > 0;
}

/** The schema of the arguments of a list entry; from the list of arguments if the server lists no schema. */
function schemaOfEntry(entry: ListEntry): Schema | undefined {
  const { inputSchema: full = metaOf(entry)['dev.cuecard/schema'], arguments: listed } = entry;
  if (full !== undefined || listed === undefined) return full as Schema | undefined;
  const args = listed as readonly {
    readonly name: string;
    readonly description?: string;
    readonly required?: boolean;
  }[];
  const properties = args.map(({ name, description }) => {
    return [name, { type: 'string', ...(description !== undefined && { description }) }] as const;
  });
  const required = args.filter((each) => each.required).map(({ name }) => name);
  return { type: 'object', properties: Object.fromEntries(properties), required };
}

/** The samples of a schema as examples that are not rendered. */
function samplesIn(schema: Schema | undefined): Contract['examples'] {
  const { examples } = schema ?? {};
  return Array.isArray(examples) && examples.length > 0 ? examples.map((sample) => ({ arguments: sample })) : undefined;
}

/**
 * A schema without the samples, which contracts have as examples, and without the dialect, which is always the same.
 */
export function withoutSamples<Given extends Schema | undefined>(schema: Given): Given {
  if (schema === undefined) return schema;
  const { examples: _samples, $schema: _dialect, ...rest } = schema;
  return rest as Given;
}

function metaOf(entry: ListEntry): Readonly<Record<string, unknown>> {
  return Object(entry['_meta']) as Readonly<Record<string, unknown>>;
}
