import type { DataArg } from '../definition/definition-data.js';
import type { ToolHandler } from './tool-handler.js';
import type { ToolOptions } from './tool-options.js';

/** A tool from data, such as a row of a table or a file. */
export interface DataTool<Args extends object> extends Omit<ToolOptions, 'args' | 'name'> {
  readonly name: string;
  /** @default none: the tool takes no arguments */
  readonly args?: readonly DataArg[];
  /** Returns what `output` declares, otherwise text or content blocks. */
  readonly call: ToolHandler<Args, unknown>['call'];
}
