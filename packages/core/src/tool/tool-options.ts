import { DEFINITION_OPTIONS, type DefinitionOptions } from '../definition/definition-options.js';
import type { ToolAnnotations } from '../protocol.js';
import { isObject, isPlainObject, OptionKind, YES_OR_NO, type Known } from '../text/option-kinds.js';
import type { Class } from '../types.js';

/** The value of `output`: a class whose `@Field` properties are sent, or a list of its instances. */
export type DeclaredOutput = Class | readonly [Class];

/** The options of `@Tool`. */
export interface ToolOptions extends DefinitionOptions {
  /**
   * The class of the object that the tool returns, or the class in an array if it returns a list. The object is checked
   * and sent as `structuredContent`, a list as its member `result`; clients before 2025-06-18 get the JSON as text.
   * @default none: the tool returns text or content blocks
   */
  readonly output?: DeclaredOutput;
  /** How the tool behaves, for clients that ask the user before calls; known since 2025-03-26. */
  readonly annotations?: ToolAnnotations;
  /**
   * Whether a string for an argument of another type is read, such as `"5"` for a number. Models send such strings.
   * @default true
   */
  readonly coerce?: boolean;
  /** The entry's `_meta` in `tools/list`, such as that of an extension of the protocol; known since 2025-06-18. */
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** The names of the options, and what some must be. */
export const TOOL_OPTIONS: Known<ToolOptions> = {
  ...DEFINITION_OPTIONS,
  output: true,
  annotations: new OptionKind('an object, such as { readOnlyHint: true }', isPlainObject),
  coerce: YES_OR_NO,
  _meta: new OptionKind('an object', isObject),
};
