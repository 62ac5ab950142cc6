import type { CompileContext, KindData } from '../definition/kind.js';
import { TOOL_ANNOTATIONS } from '../output/content-shapes.js';
import { json, type Shape, ShapeFault } from '../output/shape.js';
import type { ToolAnnotations } from '../protocol.js';
import { type HeaderArguments, headerArgumentsOf } from './header-arguments.js';
import { type DeclaredOutput, type StructuredOutput, compileOutput } from './structured-output.js';
import { DEFINITION_OPTIONS, type DefinitionOptions } from '../definition/definition-options.js';
import { isObject, isPlainObject, OptionKind, YES_OR_NO, type Known } from '../text/option-kinds.js';

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

/** The options that only a tool has, compiled. */
export interface ToolSpecifics {
  readonly output: StructuredOutput | undefined;
  /** Whether strings for arguments of other types are read. */
  readonly isCoerced: boolean;
  /** The arguments that HTTP headers repeat; `undefined` if there are none. */
  readonly headers: HeaderArguments | undefined;
  readonly annotations: ToolAnnotations | undefined;
  readonly meta: Readonly<Record<string, unknown>> | undefined;
}

/** The specifics of a tool's definition: every definition of a tool has them. */
export function specificsOf(specifics: KindData): ToolSpecifics {
  return specifics as ToolSpecifics;
}

export function compileSpecifics(declared: CompileContext): ToolSpecifics {
  const { output, coerce = true, annotations, _meta } = declared.options as ToolOptions; // Its decorator takes these.
  return Object.freeze({
    output: output === undefined ? undefined : compileOutput(output, declared),
    isCoerced: coerce,
    headers: headerArgumentsOf(declared),
    annotations: annotations && copyOf({ annotations }, TOOL_ANNOTATIONS, declared),
    meta: _meta && copyOf({ _meta }, json as Shape<typeof _meta>, declared),
  });
}

/** A copy of an option, which later changes of the application's object do not affect. */
function copyOf<T extends object>(options: Record<string, T>, shape: Shape<T>, { place, compilation }: CompileContext) {
  const [[option, value]] = Object.entries(options) as [[string, T]];
  try {
    return shape(structuredClone(value), option);
  } catch (error) {
    const expected = error instanceof ShapeFault ? error.message : `${option} must be JSON`;
    const problem = `has the option "${option}", which clients would refuse: ${expected}`;
    compilation.faults.push({ ...place, id: 'option-invalid', problem, remedy: 'Correct it' });
    return undefined;
  }
}
