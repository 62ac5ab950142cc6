import { DECLARATIONS, declare } from '../definition/kind.js';
import type { NoArgsDeclared, WithArguments } from '../definition/definition-options.js';
import { refuseBareClass, requireClass } from '../metadata/decorator-targets.js';
import { refuseStandard } from '../metadata/standard-decorators.js';
import type { AnyResourceClass, ResourceClass } from './resource-handler.js';
import { RESOURCE } from './resource-kind.js';
import type { ResourceOptions } from './resource-options.js';

/**
 * Declares a class as a resource, or as the resources at the URIs of a template. The compiler rejects a class whose
 * `read` does not accept what `args` declares.
 */
export function Resource<Args extends object = NoArgsDeclared>(
  options: WithArguments<ResourceOptions, Args>,
): (type: ResourceClass<NoInfer<Args>>) => void {
  refuseBareClass('Resource', options);
  return (type: ResourceClass<Args>, context?: unknown): void => {
    refuseStandard('Resource', context);
    requireClass('Resource', type, context);
    declare(type, RESOURCE, options);
  };
}

/** Whether a value is a class with its own `@Resource` from this copy of the package; subclasses do not inherit it. */
export function isResource(value: unknown): value is AnyResourceClass {
  return typeof value === 'function' && DECLARATIONS.read(value)?.kind === RESOURCE;
}
