import type { CompileContext, KindData } from '../definition/kind.js';
import { TOOL_ANNOTATIONS } from '../output/content-shapes.js';
import { json, type Shape, ShapeFault } from '../output/shape.js';
import type { ToolAnnotations } from '../protocol.js';
import { type HeaderArguments, headerArgumentsOf } from './header-arguments.js';
import { type StructuredOutput, compileOutput } from './structured-output.js';
import type { ToolOptions } from './tool-options.js';

/** The options that only a tool has. */
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
