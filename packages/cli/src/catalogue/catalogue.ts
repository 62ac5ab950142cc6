import type { Contract } from '@cuecard/testing/contract';
import type { Subject } from '../source/subject.js';

/** The definitions of a server or a pack, grouped by packs. */
export interface Catalogue {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly description?: string;
  /** Definitions without a pack first, then the packs by name. */
  readonly groups: readonly Group[];
}

export interface Group {
  /** The name of the outermost pack. */
  readonly pack?: string;
  /** By kind, then by name, the highest version first. */
  readonly contracts: readonly Contract[];
}

/** Reads a catalogue. The result is the same for the same project. */
export async function catalogueOf(subject: Subject): Promise<Catalogue> {
  const { name, version, title = name, description, runtime, registry } = subject;
  const { definitions } = await subject.manifest();
  const packs = new Map(
    [...registry.list()].map((each) => [keyOf({ ...each, kind: each.kind.name }), packOf(each.owner)]),
  );
  const packIn = (contract: Contract) => (runtime === undefined ? '' : (packs.get(keyOf(contract)) ?? ''));
  const names = [...new Set(definitions.map(packIn))].toSorted();
  return {
    name,
    title,
    version,
    ...(description !== undefined && { description }),
    groups: names.map((pack) => ({
      ...(pack !== '' && { pack }),
      contracts: definitions.filter((each) => packIn(each) === pack),
    })),
  };
}

/** The name and, if there is one, the version. */
export function fullName({ name, version }: Pick<Contract, 'name' | 'version'>): string {
  return version === undefined ? name : `${name}@${version}`;
}

/** The id of a definition in a page, without markup from names of other servers. */
export function anchorOf(contract: Contract): string {
  return `${contract.kind}-${fullName(contract)}`.replaceAll(/[^\p{L}\p{N}_.@-]+/gu, '-');
}

interface DefinitionKey {
  readonly kind: string;
  readonly name: string;
  readonly version?: string | undefined;
}

function keyOf({ kind, name, version }: DefinitionKey): string {
  return JSON.stringify([kind, name, version]);
}

/** `desk/reviews`: the first is the outermost. The name of an npm scope has a slash, too. */
function packOf(owner: string): string {
  return /^(?:@[^/]+\/)?[^/]*/.exec(owner)?.[0] ?? '';
}
