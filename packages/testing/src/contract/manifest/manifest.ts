import type { Annotations, Icon, KindName, PromptMessage, ToolAnnotations } from '@cuecard/core';

/** Everything that clients and applications rely on. Commit it as a file, and compare later manifests with it. */
export interface Manifest {
  /** The version of this format. */
  readonly manifest: 1;
  /** The name of the pack or the server. */
  readonly name: string;
  /** A semantic version. */
  readonly version: string;
  /** Sorted by kind, then by name, then by version, highest first. */
  readonly definitions: readonly Contract[];
}

/** Everything that clients and applications rely on in one prompt, tool or resource. */
export interface Contract {
  readonly kind: KindName;
  readonly name: string;
  readonly version?: string;
  readonly labels?: readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly icons?: readonly Icon[];
  readonly tags?: readonly string[];
  readonly deprecated?: string;
  /** The scopes that a caller needs. */
  readonly scopes?: readonly string[];
  /** Whether a `visible` function decides which callers may see the definition. */
  readonly isConditional?: true;
  /** The services that the definition's packs require, by class name. */
  readonly requires?: readonly string[];
  /**
   * The JSON Schema of the arguments, in the order of their declaration. For a resource, the schema of its template's
   * variables.
   */
  readonly arguments?: Schema;
  /** The arguments with completion. */
  readonly completes?: readonly string[];
  /** The arguments that accept an empty string. */
  readonly acceptsEmpty?: readonly string[];
  readonly examples?: readonly ExampleContract[];
  /** Whether hosts may also receive a prompt as a tool. */
  readonly asTool?: boolean;
  /** The JSON Schema of a tool's output. */
  readonly output?: Schema;
  readonly annotations?: ToolAnnotations | Annotations;
  readonly uri?: string;
  readonly uriTemplate?: string;
  readonly mimeType?: string;
}

/** Sample arguments, and the messages that a prompt renders for them. */
export interface ExampleContract {
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The rendered messages. Missing in the manifest of a pack, because its services are unknown. */
  readonly messages?: readonly PromptMessage[];
  /** The code of the error, if rendering fails. */
  readonly error?: number;
  /** Whether the text varies between renderings. If so, it is omitted. */
  readonly varies?: true;
}

/** A JSON Schema of draft 2020-12, with the keywords that Cuecard uses. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
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
  /** The rules that JSON Schema cannot express, by name. */
  readonly 'dev.cuecard/rules'?: readonly string[];
  readonly [keyword: string]: unknown;
}
