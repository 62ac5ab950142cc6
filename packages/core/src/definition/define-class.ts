import { type InterceptorEntry, INTERCEPTORS } from '../api/calls.js';
import { type Resolver, RESOLVER } from '../api/resolver.js';
import { DefinitionError, locate } from '../definition-error.js';
import { checkedOptions, type OptionKinds } from '../text/option-kinds.js';
import type { InjectableClass } from '../types.js';
import { compileClass, labelOf } from './compiled-definition.js';
import type { Definition } from './definition.js';
import { Visibility, VISIBILITY_OPTIONS, type VisibilityOptions } from './visibility.js';

/** The options that a framework adds to a handler class. */
export interface BindingOptions extends VisibilityOptions {
  /**
   * Constructs the class. If the resolver has `invoke`, it also calls the handler.
   * @default the runtime's resolver
   */
  readonly resolver?: Resolver;
  /** Interceptors that run around those that the class declares, outermost first. */
  readonly interceptors?: readonly InterceptorEntry[];
}

const BINDING_OPTIONS: OptionKinds<BindingOptions> = {
  resolver: RESOLVER,
  interceptors: INTERCEPTORS,
  ...VISIBILITY_OPTIONS,
};

/**
 * Compiles the handlers of a decorated class for a registry. The visibility options apply in addition to those that the
 * class declares.
 * @param binding the options for all handlers of the class, or a function that returns the options for each handler
 * @throws {DefinitionError} with every fault of the class
 */
export function defineClass(
  type: InjectableClass<object>,
  binding: BindingOptions | ((definition: Definition) => BindingOptions) = {},
): readonly Definition[] {
  const compiled = compileClass(type);
  const definitions = compiled.flatMap(({ definition }) => definition ?? []);
  const bindings = typeof binding === 'function' ? definitions.map(binding) : [binding];
  const checked = bindings.map((each) => checkedOptions(each, BINDING_OPTIONS));
  const optionFaults = checked
    .flatMap(({ faults }) => faults)
    .map((defect) => ({ ...locate(labelOf(type)), ...defect }));
  const faults = [...compiled.flatMap((each) => each.faults), ...optionFaults];
  if (faults.length > 0) throw new DefinitionError(faults);
  return definitions.map((each, index) => bind(each, (checked[index] ?? checked[0])?.options ?? {}));
}

function bind(definition: Definition, binding: BindingOptions): Definition {
  if (Object.keys(binding).length === 0) return definition;
  const { resolver, interceptors = [] } = binding;
  const outer = interceptors.map((entry) => ({ entry, owner: '', resolver }));
  return definition.with({
    resolver,
    visibility: Visibility.combine(Visibility.of(binding), definition.visibility),
    interceptors: [...outer, ...definition.interceptors.map((each) => ({ ...each, resolver }))],
  });
}
