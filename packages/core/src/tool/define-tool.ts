import { defineData } from '../definition/define-data.js';
import type { Definition } from '../definition/definition.js';
import { TOOL, type DataTool } from './tool.js';

/**
 * Defines a tool from data. It is compiled and checked like a class. An argument without a type is a string.
 * @throws {DefinitionError} with every fault of the tool
 * @throws {TypeError} if it is not an object
 */
export function defineTool<Args extends object = Readonly<Record<string, unknown>>>(tool: DataTool<Args>): Definition {
  return defineData(TOOL, tool);
}
