import type { SourcePlace } from '../options.js';
import { RequestFault } from '../http/request-fault.js';
import { countIn, textIn } from './given-values.js';

/**
 * A place in a file of the project, as a request names it.
 * @throws {RequestFault} if it is none, or leads out of the project
 */
export function placeIn(given: unknown): SourcePlace {
  const path = textIn(given, 'path');
  const [line, column] = [countIn(given, 'line'), countIn(given, 'column')];
  if (/^[/\\]|^[a-z]:|\0/i.test(path) || path.split(/[/\\]/).includes('..'))
    throw new RequestFault(400, 'body', '"path" must be a path within the project');
  return { path, ...(line !== undefined && { line }), ...(column !== undefined && { column }) };
}
