import type { KindName } from '@cuecard/core';
import type { Contract, Schema } from './manifest.js';

/** An entry of `prompts/list`, `tools/list`, `resources/list` or `resources/templates/list` of any server. */
export interface ListEntry {
  readonly name: string;
  readonly [member: string]: unknown;
}

/** The properties that list entries and contracts have under the same name. */
const SAME = ['title', 'description', 'icons', 'annotations', 'uri', 'uriTemplate', 'mimeType'] as const;

/**
 * Returns the contract of a list entry: everything in it that clients rely on. For entries from Cuecard servers, reads
 * versions and schemas from `_meta`.
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
    // Older protocol revisions have the title of a tool in `annotations`.
    title: (Object(entry['annotations']) as Contract).title,
  };
  const same = SAME.map((member) => [member, entry[member]] as const);
  const found = [...Object.entries(members), ...same].filter(([, value]) => value !== undefined);
  return { kind, name: entry.name, ...(Object.fromEntries(found) as Partial<Contract>) };
}

function namesAny({ properties = {}, required = [] }: Schema = {}): boolean {
  return Object.keys(properties).length + required.length > 0;
}

/**
 * Returns the schema of a list entry's arguments. If the entry has no schema, creates one from its list of arguments.
 */
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

/** Returns the samples of a schema as examples without a rendered result. */
function samplesIn(schema: Schema | undefined): Contract['examples'] {
  const { examples } = schema ?? {};
  return Array.isArray(examples) && examples.length > 0 ? examples.map((sample) => ({ arguments: sample })) : undefined;
}

/**
 * Returns a schema without its samples, which a contract stores as examples, and without its dialect, which never
 * differs.
 */
export function withoutSamples<Given extends Schema | undefined>(schema: Given): Given {
  if (schema === undefined) return schema;
  const { examples: _samples, $schema: _dialect, ...rest } = schema;
  return rest as Given;
}

function metaOf(entry: ListEntry): Readonly<Record<string, unknown>> {
  return Object(entry['_meta']) as Readonly<Record<string, unknown>>;
}
