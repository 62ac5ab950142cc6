/** The JSON Schema of arguments, as definitions write it. */
export interface JsonSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly allOf?: readonly JsonSchema[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly pattern?: string;
  readonly format?: string;
  readonly contentEncoding?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  /** The rules that JSON Schema cannot say. */
  readonly 'dev.cuecard/rules'?: readonly string[];
}

/** The schema behind a reference, with the rules of `allOf` beside its own. */
export function resolved(schema: JsonSchema, { $defs = {} }: JsonSchema): JsonSchema {
  const { $ref, allOf = [], ...own } = schema;
  const referred = $ref === undefined ? {} : ($defs[$ref.replace('#/$defs/', '')] ?? {});
  return Object.assign({}, referred, own, ...allOf);
}
