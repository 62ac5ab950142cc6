import { isRenamed } from '../definition/class-names.js';
import type { Definition } from '../definition/definition.js';
import type { DefinitionFault } from '../definition-error.js';
import { placeOf } from '../definition/place.js';
import { sectionOf } from '../troubleshooting.js';
import type { Logger } from '../logging/logger.js';

/** The fault of a definition that is named after its class although names are required. */
export function impliedNameFault({ unnamedBy, name, owner, type }: Definition): DefinitionFault[] {
  if (unnamedBy === undefined) return [];
  const problem = `is named "${name}" after its class`;
  const remedy = `Give @${unnamedBy}() a name, which requireNames asks for: bundlers may rename classes`;
  return [{ where: placeOf(owner, type.name), type: type.name, id: 'name-implied', problem, remedy }];
}

/** How many classes a warning names. */
const SHOWN = 10;

/** Warns of names that a bundler seems to have changed with the names of their classes, each class once. */
export class ImpliedNames {
  readonly #known = new WeakSet<object>();

  warn(definitions: readonly Definition[], logger: Logger): void {
    const renamed = definitions.filter((each) => this.#isUnreported(each));
    const [first] = renamed;
    if (first === undefined) return;
    const shown = renamed.slice(0, SHOWN).map(({ owner, type, name }) => `${placeOf(owner, type.name)} ("${name}")`);
    const more = renamed.length > SHOWN ? ` and ${renamed.length - SHOWN} more` : '';
    const kinds = [...new Set(renamed.map(({ kind }) => `${kind.name}s`))].join(' and ');
    const problem = `A bundler seems to have renamed classes that ${kinds} are named after`;
    const remedy = `Give @${first.unnamedBy}() a name, or keep the names of classes when bundling`;
    logger.warn(`${problem}: ${shown.join(', ')}${more}. ${remedy}. See ${sectionOf('class-renamed')}`);
  }

  #isUnreported({ type, unnamedBy }: Definition): boolean {
    if (unnamedBy === undefined || this.#known.has(type)) return false;
    this.#known.add(type);
    return isRenamed(type, unnamedBy);
  }
}
