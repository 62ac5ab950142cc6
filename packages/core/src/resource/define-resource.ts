import type { DataArg } from '../definition/definition-data.js';
import { defineData } from '../definition/define-data.js';
import type { Definition } from '../definition/definition.js';
import type { ResourceHandler } from './resource-handler.js';
import { RESOURCE } from './resource-kind.js';
import type { ResourceOptions } from './resource-options.js';

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
