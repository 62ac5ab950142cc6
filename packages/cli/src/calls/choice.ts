import { type KindName, nearest } from '@cuecard/core';
import type { Contract } from '@cuecard/testing/contract';
import { askChoice, askSearch } from '../asking/questions.js';
import { Problem } from '../outcome/problem.js';
import { contractsOf, type Peer } from '../peer/peer.js';
import type { Session } from '../session/session.js';
import { argumentsOf } from './arguments.js';

/** The number of choices that a search finds. */
const SHOWN = 50;

/** @throws {Problem} `not-offered` if the server has none of a kind */
export function requireOffered(peer: Peer, kind: KindName): void {
  if (!peer.offers(kind)) throw notOfferedFault(peer, [kind]);
}

function notOfferedFault({ title }: Peer, kinds: readonly KindName[]): Problem {
  const summary = `${title} has no ${kinds.map((kind) => `${kind}s`).join(' and no ')}`;
  return new Problem({ code: 'not-offered', summary, fix: LIST });
}

/** Finds the contract of a name. A name that is not listed may exist, so the server validates its arguments. */
export async function contractNamed(peer: Peer, kind: KindName, name: string): Promise<Contract> {
  const [unversioned = name] = name.split('@');
  let found: Contract | undefined;
  for await (const contract of contractsOf(peer, kind)) {
    if (contract.name === name) return contract;
    if (contract.name === unversioned) found ??= contract;
  }
  return found === undefined ? unlistedContract(kind, name) : { ...found, name };
}

/** @throws {Problem} `not-offered` if no resource or template has the name: only a URI can be read without being listed */
export async function resourceNamed(peer: Peer, name: string): Promise<Contract> {
  const names: string[] = [];
  for await (const contract of contractsOf(peer, 'resource')) {
    if (contract.name === name) return contract;
    names.push(contract.name);
  }
  const closest = nearest(name, names);
  const fix = closest === undefined ? LIST : `Did you mean ${closest}?`;
  throw new Problem({ code: 'not-offered', summary: `${peer.title} has no resource named "${name}"`, fix });
}

const LIST = 'Run cuecard list to see what is available';

/** Finds a prompt by its name, or a template by its name or its URI template. */
export async function completableNamed(peer: Peer, name: string): Promise<Contract> {
  const [unversioned = name] = name.split('@');
  if (!name.includes('{'))
    for await (const prompt of contractsOf(peer, 'prompt'))
      if (prompt.name === name || prompt.name === unversioned) return { ...prompt, name };
  for await (const { uriTemplate, ...template } of contractsOf(peer, 'resource')) {
    if (uriTemplate === undefined) break; // No template follows.
    if (template.name === name || uriTemplate === name) return { ...template, uriTemplate };
  }
  return unlistedContract('prompt', name);
}

function unlistedContract(kind: KindName, name: string): Contract {
  return { kind, name, arguments: { additionalProperties: true }, annotations: { readOnlyHint: true } };
}

/** Whether a contract mentions a word. */
export function mentions({ name, title = '', description = '', uri = '', uriTemplate = '' }: Contract, word: string) {
  return [name, title, description, uri, uriTemplate].some((text) => text.toLowerCase().includes(word.toLowerCase()));
}

/** Asks for a prompt, tool or resource. Requests only as many pages as the search needs. */
export async function askName(session: Session, peer: Peer, kinds: readonly KindName[]): Promise<string> {
  const contracts = replay(contractsOfKinds(peer, kinds));
  const first = await session.terminal.during('Listing…', () => contracts().next());
  if (first.done) throw notOfferedFault(peer, kinds);
  return askSearch(session, `Which ${kinds.join(' or ')}?`, async (typed) => {
    const found: Contract[] = [];
    for await (const contract of contracts()) {
      if (mentions(contract, typed)) found.push(contract);
      if (found.length === SHOWN) break;
    }
    const isNamed = ({ name }: Contract) => Number(name.toLowerCase().includes(typed.toLowerCase()));
    const choices = found.toSorted((one, other) => isNamed(other) - isNamed(one));
    return choices.map(({ name, uri = name, description = '' }) => ({ name, value: uri, description }));
  });
}

async function* contractsOfKinds(peer: Peer, kinds: readonly KindName[]): AsyncGenerator<Contract> {
  for (const kind of kinds) yield* contractsOf(peer, kind);
}

/** Asks for an argument of a prompt or a template. @throws {Problem} `not-offered` if it has none */
export function askArgument(session: Session, contract: Contract): Promise<string> {
  const { properties = {} } = argumentsOf(contract);
  const choices = Object.entries(properties).map(([name, { description = '' }]) => ({
    name,
    value: name,
    description,
  }));
  if (choices.length > 0) return askChoice(session, `Which argument of ${contract.name}?`, choices);
  const fix = 'Choose a prompt or a resource template with arguments';
  throw new Problem({ code: 'not-offered', summary: `${contract.name} has no arguments`, fix });
}

/** Lets any number of readers read a source from its start. Reads each item once, when it is needed. */
function replay<Item>(source: AsyncGenerator<Item>): () => AsyncGenerator<Item, undefined> {
  const known: Item[] = [];
  return async function* () {
    for (let index = 0; ; index += 1) {
      if (index === known.length) {
        const { done, value } = await source.next();
        if (done) return undefined;
        known.push(value);
      }
      yield known[index] as Item;
    }
  };
}
