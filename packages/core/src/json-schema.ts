/** A JSON Schema (draft 2020-12). */
export type JsonSchema = { [keyword: string]: unknown };

/** The plan of an arguments class, which creates the schema of the class. */
interface SchemaSource {
  readonly type: { readonly name: string };
  schema(definitions: SchemaDefinitions): JsonSchema;
}

/** Collects the schemas of the classes that an arguments class refers to, each once. */
export class SchemaDefinitions {
  /** Created at the first reference, because most classes do not refer to other classes. */
  #names: Map<SchemaSource, string> | undefined;
  readonly #schemas: Record<string, JsonSchema> = {};

  /** @param isOutput whether the schemas describe output instead of input */
  constructor(readonly isOutput = false) {}

  /** Returns a reference to the schema of a class. The first reference creates the schema. */
  reference(plan: SchemaSource): JsonSchema {
    const names = (this.#names ??= new Map());
    let name = names.get(plan);
    if (name === undefined) {
      name = this.#freeName(plan.type.name || 'Object');
      names.set(plan, name);
      this.#schemas[name] = {};
      this.#schemas[name] = plan.schema(this);
    }
    return { $ref: `#/$defs/${name}` };
  }

  /** Returns the complete schema of a definition's arguments, with sample arguments. */
  static schemaOf(plan: SchemaSource, samples: readonly object[]): JsonSchema {
    const definitions = new SchemaDefinitions();
    const schema = plan.schema(definitions);
    return definitions.complete(samples.length === 0 ? schema : { ...schema, examples: samples });
  }

  /** Adds `$schema` to a schema, and adds the schemas that it refers to as `$defs`. */
  complete(schema: JsonSchema): JsonSchema {
    const all = { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema };
    return this.#names === undefined ? all : { ...all, $defs: this.#schemas };
  }

  #freeName(name: string): string {
    let candidate = name;
    for (let number = 2; Object.hasOwn(this.#schemas, candidate); number += 1) candidate = `${name}${number}`;
    return candidate;
  }
}

/** Combines two schemas. A value must match both. */
export function intersect(first: JsonSchema, second: JsonSchema): JsonSchema {
  const narrowed = keepValuesOfType(first['type'], second);
  const differs = (keyword: string) => JSON.stringify(first[keyword]) !== JSON.stringify(narrowed[keyword]);
  const clashes = Object.keys(narrowed).some((keyword) => Object.hasOwn(first, keyword) && differs(keyword));
  if (!clashes) return { ...first, ...narrowed };
  // If the types differ, the second type is narrower, such as `integer` after `number`.
  const { type, ...rest } = narrowed;
  const allOf = [...((first['allOf'] as JsonSchema[] | undefined) ?? []), rest];
  return { ...first, ...(type !== undefined && { type }), ...(Object.keys(rest).length > 0 && { allOf }) };
}

function keepValuesOfType(type: unknown, schema: JsonSchema): JsonSchema {
  const kind = type === 'integer' ? 'number' : type;
  const values = (schema['enum'] as unknown[] | undefined)?.filter((value) => typeof value === kind) ?? [];
  return values.length > 0 ? { ...schema, enum: values } : schema;
}

/** Returns the values that a schema lists, as strings; `undefined` if the schema lists none. */
export function choicesOf({ type, enum: values }: JsonSchema): readonly string[] | undefined {
  return LISTABLE_TYPES.has(type) && Array.isArray(values) ? values.map(String) : undefined;
}

const LISTABLE_TYPES: ReadonlySet<unknown> = new Set(['string', 'number', 'integer']);
