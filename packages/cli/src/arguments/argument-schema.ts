/** A JSON Schema, as far as commands look into it. */
export interface ArgumentSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: ArgumentSchema;
  readonly properties?: Readonly<Record<string, ArgumentSchema>>;
  readonly required?: readonly string[];
  readonly $ref?: string;
  readonly const?: unknown;
  readonly anyOf?: readonly ArgumentSchema[];
  readonly oneOf?: readonly ArgumentSchema[];
}
