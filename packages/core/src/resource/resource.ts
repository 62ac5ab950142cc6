import { DECLARATIONS } from '../definition/kind.js';
import { declareAt, type HandlerDecorator, type HandlerFunction } from '../definition/method-handlers.js';
import type { NoArgsDeclared, WithArguments } from '../definition/definition-options.js';
import { refuseBareHandler } from '../metadata/decorator-targets.js';
import type { AnyResourceClass, ResourceClass, ResourceHandler, ResourceOutput } from './resource-handler.js';
import { RESOURCE, type ResourceOptions } from './resource-kind.js';
import { defineData } from '../definition/define-data.js';
import type { Definition, DataArg } from '../definition/definition.js';

/**
 * Declares a class as a resource, or as the resources at the URIs of a template; or a method of a class, which reads
 * them. The arguments of a method are of the class that its first parameter has. The compiler rejects a class or a
 * method that does not accept what `args` declares.
 */
export function Resource<Args extends object = NoArgsDeclared>(
  options: WithArguments<ResourceOptions, Args>,
): HandlerDecorator<ResourceClass<NoInfer<Args>>, HandlerFunction<NoInfer<Args>, ResourceOutput>>;
export function Resource(options: ResourceOptions, member?: unknown) {
  refuseBareHandler('Resource', options, member);
  return (...target: [object, unknown?]): void => declareAt(RESOURCE, options, target);
}

/** Whether a value is a class with its own `@Resource` from this copy of the package; subclasses do not inherit it. */
export function isResource(value: unknown): value is AnyResourceClass {
  return typeof value === 'function' && DECLARATIONS.read(value)?.kind === RESOURCE;
}

/** A resource from data, such as a row of a table or a file. */
export interface DataResource<Args extends object> extends Omit<ResourceOptions, 'args' | 'name'> {
  readonly name: string;
  /** @default none: the URI has no variables */
  readonly args?: readonly DataArg[];
  readonly read: ResourceHandler<Args>['read'];
  readonly list?: NonNullable<ResourceHandler<Args>['list']>;
  readonly watch?: NonNullable<ResourceHandler<Args>['watch']>;
  readonly watchList?: NonNullable<ResourceHandler<Args>['watchList']>;
}

/**
 * Defines a resource from data. It is compiled and checked like a class. An argument without a type is a string.
 * @throws {DefinitionError} with every fault of the resource
 * @throws {TypeError} if it is not an object
 */
export function defineResource<Args extends object = Readonly<Record<string, unknown>>>(
  resource: DataResource<Args>,
): Definition {
  return defineData(RESOURCE, resource);
}
