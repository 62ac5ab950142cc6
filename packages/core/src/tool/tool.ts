import { DECLARATIONS, declare } from '../definition/kind.js';
import type { NoArgsDeclared, WithArguments } from '../definition/definition-options.js';
import { refuseBareClass, requireClass } from '../metadata/decorator-targets.js';
import { refuseStandard } from '../metadata/standard-decorators.js';
import type { Class } from '../types.js';
import type { ToolClass, ToolOutput } from './tool-handler.js';
import { TOOL } from './tool-kind.js';
import type { DeclaredOutput, ToolOptions } from './tool-options.js';

/** What `call` returns, by the `output` that is declared. */
type Returned<Declared> = Declared extends readonly [Class<infer Item>]
  ? readonly Item[]
  : Declared extends Class<infer Output>
    ? Output
    : ToolOutput;

/**
 * Declares a class as a tool. The compiler rejects a class whose `call` does not accept what `args` declares, or does
 * not return what `output` declares.
 */
export function Tool<
  Args extends object = NoArgsDeclared,
  const Declared extends DeclaredOutput | undefined = undefined,
>(
  options: WithArguments<Omit<ToolOptions, 'output'>, Args> & { readonly output?: Declared } = {},
): (type: ToolClass<NoInfer<Args>, Returned<Declared>>) => void {
  refuseBareClass('Tool', options);
  return (type: ToolClass<Args, Returned<Declared>>, context?: unknown): void => {
    refuseStandard('Tool', context);
    requireClass('Tool', type, context);
    declare(type, TOOL, options);
  };
}

/** Whether a value is a class with its own `@Tool` from this copy of the package; subclasses do not inherit it. */
export function isTool(value: unknown): value is ToolClass {
  return typeof value === 'function' && DECLARATIONS.read(value)?.kind === TOOL;
}
