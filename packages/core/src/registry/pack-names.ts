import type { Definition } from '../definition/definition.js';
import type { KindName } from '../errors.js';

/** The names in a pack, which the options of a mount refer to. */
export class PackNames {
  readonly all: ReadonlySet<string>;
  /** What has the names, such as `prompt`. */
  readonly kind: string;
  /** The same in the plural. */
  readonly kinds: string;

  /** @param kinds the kinds if there are no definitions */
  constructor(definitions: readonly Definition[], kinds: readonly KindName[] = ['prompt']) {
    this.all = new Set(definitions.map(({ name }) => name));
    const found = definitions.length === 0 ? kinds : [...new Set(definitions.map(({ kind }) => kind.name))];
    this.kind = found.join(' or ');
    this.kinds = found.map((each) => `${each}s`).join(' or ');
  }
}

/** The identity of a definition: a prompt and a tool may have the same name. */
export const keyOf = ({ kind, name }: Definition) => `${kind.name} ${name}`;
