import { type InterceptorEntry, INTERCEPTORS } from '../api/calls.js';
import { type Resolver, RESOLVER } from '../api/resolver.js';
import { DefinitionError, faultAt } from '../definition-error.js';
import { checkedOptions, type Known } from '../text/option-kinds.js';
import type { InjectableClass } from '../types.js';
import { compileClass } from './compiled-definition.js';
import type { Definition } from './definition.js';
import { labelOf } from './definition-faults.js';
import { Visibility, VISIBILITY_OPTIONS, type VisibilityOptions } from './visibility.js';

/** The options that a framework adds to a class. */
export interface BindingOptions extends VisibilityOptions {
  /**
   * Constructs the class, and calls it if it has an `invoke`.
   * @default the runtime's resolver
   */
  readonly resolver?: Resolver;
  /** Interceptors around those that the class declares, outermost first. */
  readonly interceptors?: readonly InterceptorEntry[];
}

const BINDING_OPTIONS: Known<BindingOptions> = {
  resolver: RESOLVER,
  interceptors: INTERCEPTORS,
  ...VISIBILITY_OPTIONS,
};

/**
 * Compiles one decorated class for a registry. Its visibility rules apply in addition to those that the class declares.
 * @throws {DefinitionError} with every fault of the class
 */
export function defineClass(type: InjectableClass<object>, binding: BindingOptions = {}): Definition {
  const compiled = compileClass(type);
  const faults = compiled.flatMap((each) => each.faults);
  const [{ definition } = { definition: undefined }] = compiled;
  const { options, faults: invalid } = checkedOptions(binding, BINDING_OPTIONS);
  faults.push(...invalid.map((defect) => ({ ...faultAt(labelOf(type)), ...defect })));
  if (definition === undefined || faults.length > 0) throw new DefinitionError(faults);
  return Object.keys(options).length === 0 ? definition : bind(definition, options);
}

function bind(definition: Definition, binding: BindingOptions): Definition {
  const { resolver, interceptors = [] } = binding;
  const outer = interceptors.map((entry) => ({ entry, owner: '', resolver }));
  return definition.with({
    resolver,
    visibility: Visibility.both(Visibility.of(binding), definition.visibility),
    interceptors: [...outer, ...definition.interceptors.map((each) => ({ ...each, resolver }))],
  });
}
