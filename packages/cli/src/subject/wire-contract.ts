import {
  type Contract,
  type GetPrompt,
  type Manifest,
  type RenderOptions,
  renderExamples,
} from '@cuecard/testing/contract';
import type { KindName } from '@cuecard/core';
import semver from 'semver';
import { Problem } from '../outcome/problem.js';
import { contractsOf } from '../peer/peer.js';
import type { RemotePeer } from '../peer/remote-peer.js';

const KINDS: readonly KindName[] = ['prompt', 'tool', 'resource'];

/** The contract of a server, with rendered examples of prompts. */
export async function renderedWireManifest(peer: RemotePeer, options: RenderOptions): Promise<Manifest> {
  const manifest = await wireManifest(peer);
  const get: GetPrompt = ({ name }, args) => peer.getPrompt({ name, arguments: args }).catch(asInternalError);
  const definitions = await renderExamples(manifest.definitions.map(withExamples), get, options);
  return { ...manifest, definitions };
}

/** A prompt with an invalid result counts as failed, so that the other prompts are still rendered. */
function asInternalError(error: unknown): never {
  const isInvalid = error instanceof Problem && error.options.code === 'answer-invalid';
  throw isInvalid ? Object.assign(new Error(error.message, { cause: error }), { code: -32603 }) : error;
}

/** Omits resources with a URI that the base lacks: they may be pages of a template, or files. */
export function withoutPages(manifest: Manifest, base: Manifest): Manifest {
  const known = new Set(base.definitions.filter(({ uri }) => uri !== undefined).map((each) => each.name));
  const definitions = manifest.definitions.filter((each) => each.uri === undefined || known.has(each.name));
  return { ...manifest, definitions };
}

/** The contract of a server, as far as its lists have it. */
export async function wireManifest(peer: RemotePeer): Promise<Manifest> {
  const { name, version } = peer.server;
  const definitions: Contract[] = [];
  for (const kind of KINDS) {
    const found: Contract[] = [];
    for await (const contract of contractsOf(peer, kind)) found.push(contract);
    const known = new Map(withUniqueNames(withoutPagesOfTemplates(found)).map((each) => [each.name, each]));
    definitions.push(...[...known.values()].toSorted(byName));
  }
  const semantic = semver.coerce(version, { includePrerelease: true })?.version ?? '0.0.0';
  return { manifest: 1, name, version: semantic, definitions };
}

/** Omits resources that match a template: they change with the data of the server. */
function withoutPagesOfTemplates(contracts: readonly Contract[]): readonly Contract[] {
  const patterns = contracts.flatMap(({ uriTemplate }) => (uriTemplate === undefined ? [] : [patternOf(uriTemplate)]));
  return contracts.filter(({ uri }) => uri === undefined || !patterns.some((pattern) => pattern.test(uri)));
}

function patternOf(uriTemplate: string): RegExp {
  const parts = uriTemplate.split(/\{[^{}]*\}/).map((literal) => literal.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}

/** Names resources by URI if they share a name: the URI identifies a resource in the protocol. */
function withUniqueNames(contracts: readonly Contract[]): readonly Contract[] {
  const counts = new Map<string, number>();
  for (const { name } of contracts) counts.set(name, (counts.get(name) ?? 0) + 1);
  return contracts.map((each) => {
    const address = each.uri ?? each.uriTemplate;
    return address === undefined || counts.get(each.name) === 1 ? each : { ...each, name: address };
  });
}

/** Sorts by name, because servers list in any order. */
function byName(one: Contract, other: Contract): number {
  return one.name < other.name ? -1 : Number(one.name > other.name);
}

/** A prompt that needs no arguments is its own example. */
function withExamples(contract: Contract): Contract {
  const { kind, arguments: schema, examples } = contract;
  const needsNone = kind === 'prompt' && (schema?.required ?? []).length === 0;
  return needsNone && examples === undefined ? { ...contract, examples: [{ arguments: {} }] } : contract;
}

/** Reduces a contract to what lists show, which is one version of each name. */
export function asListed(manifest: Manifest, listed: Manifest): Manifest {
  const versions = new Map(listed.definitions.map(({ kind, name, version }) => [`${kind} ${name}`, version]));
  const isListed = ({ kind, name, version }: Contract, others: readonly Contract[]) => {
    const listedVersion = versions.get(`${kind} ${name}`);
    const has = others.some((each) => each.version === listedVersion);
    return has ? version === listedVersion : version === others[0]?.version;
  };
  const versionsOf = new Map<string, Contract[]>();
  for (const each of manifest.definitions) {
    const key = `${each.kind} ${each.name}`;
    versionsOf.set(key, versionsOf.get(key) ?? []);
    versionsOf.get(key)?.push(each);
  }
  const definitions = [...versionsOf.values()].flatMap((all) => all.filter((each) => isListed(each, all)));
  return { ...manifest, definitions: definitions.map(withoutUnlisted) };
}

/** The properties of a contract that lists do not show. */
const UNLISTED = new Set('labels scopes isConditional requires completes acceptsEmpty examples asTool'.split(' '));

function withoutUnlisted({ kind, name, ...members }: Contract): Contract {
  const listed = Object.entries(members).filter(([member]) => !UNLISTED.has(member));
  return { kind, name, ...(Object.fromEntries(listed) as Partial<Contract>) };
}
