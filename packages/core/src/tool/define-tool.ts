import { defineData } from '../definition/define-data.js';
import type { Definition } from '../definition/definition.js';
import { OBJECT } from '../text/option-kinds.js';
import type { DataTool } from './data-tool.js';
import { TOOL } from './tool-kind.js';

/**
 * Defines a tool from data. It is compiled and checked like a class. An argument without a type is a string.
 * @throws {DefinitionError} with every fault of the tool
 * @throws {TypeError} if it is not an object
 */
export function defineTool<Args extends object = Readonly<Record<string, unknown>>>(tool: DataTool<Args>): Definition {
  OBJECT.require('The tool of defineTool()', tool);
  const { call, ...data } = tool;
  return defineData(TOOL, data, call);
}
