/** The parts of JSON Schema that arguments use (draft 2020-12). */
export type JsonSchema = { [keyword: string]: unknown };

/** An object that has a schema. */
interface ObjectSchema {
  readonly type: { readonly name: string };
  schema(definitions: SchemaDefinitions): JsonSchema;
}

/** The schemas of the classes that one arguments class refers to, each written once. */
export class SchemaDefinitions {
  /** Created at the first reference: most classes refer to no other. */
  #names: Map<ObjectSchema, string> | undefined;
  readonly #schemas: Record<string, JsonSchema> = {};

  /** @param isOutput whether the schemas are of what the server writes, rather than of what it reads */
  constructor(readonly isOutput = false) {}

  /** A reference to the schema of a plan, which is written on first reference. */
  refer(plan: ObjectSchema): JsonSchema {
    const names = (this.#names ??= new Map());
    let name = names.get(plan);
    if (name === undefined) {
      name = this.#free(plan.type.name || 'Object');
      names.set(plan, name);
      this.#schemas[name] = {};
      this.#schemas[name] = plan.schema(this);
    }
    return { $ref: `#/$defs/${name}` };
  }

  /** The complete schema of a definition's arguments, with samples of them. */
  static schemaOf(plan: ObjectSchema, samples: readonly object[]): JsonSchema {
    const definitions = new SchemaDefinitions();
    const schema = plan.schema(definitions);
    return definitions.complete(samples.length === 0 ? schema : { ...schema, examples: samples });
  }

  /** A schema with the dialect, and the schemas that it refers to. */
  complete(schema: JsonSchema): JsonSchema {
    const all = { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema };
    return this.#names === undefined ? all : { ...all, $defs: this.#schemas };
  }

  #free(name: string): string {
    let free = name;
    for (let number = 2; Object.hasOwn(this.#schemas, free); number += 1) free = `${name}${number}`;
    return free;
  }
}

/** Combines two schemas: where they differ, both must hold. */
export function intersect(one: JsonSchema, another: JsonSchema): JsonSchema {
  const other = withValuesOf(one['type'], another);
  const differs = (keyword: string) => JSON.stringify(one[keyword]) !== JSON.stringify(other[keyword]);
  const clashes = Object.keys(other).some((keyword) => Object.hasOwn(one, keyword) && differs(keyword));
  if (!clashes) return { ...one, ...other };
  // If two types clash, one contains the other, and the narrower one comes later.
  const { type, ...rest } = other;
  const allOf = [...((one['allOf'] as JsonSchema[] | undefined) ?? []), rest];
  return { ...one, ...(type !== undefined && { type }), ...(Object.keys(rest).length > 0 && { allOf }) };
}

/** Removes the enum values of other types. */
function withValuesOf(type: unknown, schema: JsonSchema): JsonSchema {
  const kind = type === 'integer' ? 'number' : type;
  const values = (schema['enum'] as unknown[] | undefined)?.filter((value) => typeof value === kind) ?? [];
  return values.length > 0 ? { ...schema, enum: values } : schema;
}

/** The values that a schema lists, as strings; `undefined` if it does not list them. */
export function choicesOf({ type, enum: values }: JsonSchema): readonly string[] | undefined {
  return LISTED.has(type) && Array.isArray(values) ? values.map(String) : undefined;
}

const LISTED: ReadonlySet<unknown> = new Set(['string', 'number', 'integer']);
