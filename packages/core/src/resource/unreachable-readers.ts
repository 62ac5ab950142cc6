import { type Definition, placeOf } from '../definition/definition.js';
import { Visibility } from '../definition/visibility.js';
import { sectionOf } from '../troubleshooting.js';
import type { Monitor } from '../logging/monitor.js';
import { readerOf } from './resource-kind.js';
import { ResourceReader } from './resource-reader.js';

/**
 * Warns once about each reader that no read reaches, because one before it accepts every URI.
 * @param definitions those of the readers, in look-up order
 */
export function warnOfUnreachable(definitions: readonly Definition[], monitor: Pick<Monitor, 'warnOnce'>): void {
  for (const [index, definition] of definitions.entries()) {
    const first = definitions.slice(0, index).find((each) => takesAll(each, definition));
    if (first === undefined) continue;
    const problem = `${place(definition)} is never read: ${place(first)} before it accepts every URI`;
    const remedy = `Give ${first.name} a method accepts(uri), or list it last`;
    monitor.warnOnce(`${problem}. ${remedy}. See ${sectionOf('resource-unreachable')}`);
  }
}

/** Whether a reader answers for every URI instead of another one, to every caller who may see that. */
function takesAll(first: Definition, other: Definition): boolean {
  if (first.instance === other.instance) return false; // The same reader answers in both cases.
  const isForAll = readerOf(first).accepts === ResourceReader.prototype.accepts;
  return isForAll && (first.visibility === undefined || Visibility.isSame(first.visibility, other.visibility));
}

function place({ owner, name }: Definition): string {
  return placeOf(owner, name);
}
