import {
  type Contract,
  type ExampleContract,
  type GetPrompt,
  type Manifest,
  type RenderOptions,
  type Schema,
  withRenderings,
} from '@cuecard/testing/contract';
import type { KindName } from '@cuecard/core';
import semver from 'semver';
import { Problem } from '../outcome/problem.js';
import type { ListedEntry } from '../peer/pages.js';
import type { RemotePeer } from '../peer/remote-peer.js';

const KINDS: readonly KindName[] = ['prompt', 'tool', 'resource'];

/** The contract of a server, as far as its lists say it. */
export function wireManifest(peer: RemotePeer): Promise<Manifest> {
  return manifestWith(peer, contractIn);
}

/** The same, with the examples of prompts that it lists, or none for prompts that can do without arguments, rendered. */
export async function renderedWireManifest(peer: RemotePeer, options: RenderOptions): Promise<Manifest> {
  const manifest = await manifestWith(peer, (entry, kind) => withExamples(contractIn(entry, kind), entry));
  const get: GetPrompt = ({ name }, given) => peer.getPrompt({ name, arguments: given }).catch(asInternalError);
  return { ...manifest, definitions: await withRenderings(manifest.definitions, get, options) };
}

/** A prompt whose answer is none is as broken as one that fails, and no reason to leave out all others. */
function asInternalError(error: unknown): never {
  const isNone = error instanceof Problem && error.options.code === 'answer-invalid';
  throw isNone ? Object.assign(new Error(error.message, { cause: error }), { code: -32603 }) : error;
}

/** Of resources with a URI, those that a base has: the others may be pages of a template, or files. */
export function withoutPages(manifest: Manifest, base: Manifest): Manifest {
  const known = new Set(base.definitions.filter(({ uri }) => uri !== undefined).map((each) => each.name));
  const definitions = manifest.definitions.filter((each) => each.uri === undefined || known.has(each.name));
  return { ...manifest, definitions };
}

async function manifestWith(
  peer: RemotePeer,
  made: (entry: ListedEntry, kind: KindName) => Contract,
): Promise<Manifest> {
  const { name, version } = peer.server;
  const definitions: Contract[] = [];
  for (const kind of KINDS) {
    const found = (await peer.listed(kind)).map((entry) => made(entry, kind));
    const known = new Map(identified(withoutPagesOfTemplates(found)).map((each) => [each.name, each]));
    definitions.push(...[...known.values()].toSorted(byName));
  }
  const semantic = semver.coerce(version, { includePrerelease: true })?.version ?? '0.0.0';
  return { manifest: 1, name, version: semantic, definitions };
}

/** Resources that a template covers are its pages: they come and go with what the server has. */
function withoutPagesOfTemplates(contracts: readonly Contract[]): readonly Contract[] {
  const patterns = contracts.flatMap(({ uriTemplate }) => (uriTemplate === undefined ? [] : [patternOf(uriTemplate)]));
  return contracts.filter(({ uri }) => uri === undefined || !patterns.some((pattern) => pattern.test(uri)));
}

function patternOf(uriTemplate: string): RegExp {
  const parts = uriTemplate.split(/\{[^{}]*\}/).map((literal) => literal.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}

/** The URI identifies a resource in the protocol: those that share a name are called by it. */
function identified(contracts: readonly Contract[]): readonly Contract[] {
  const counts = new Map<string, number>();
  for (const { name } of contracts) counts.set(name, (counts.get(name) ?? 0) + 1);
  return contracts.map((each) => {
    const address = each.uri ?? each.uriTemplate;
    return address === undefined || counts.get(each.name) === 1 ? each : { ...each, name: address };
  });
}

/** In the order of every contract, whatever that of the server. */
function byName(one: Contract, other: Contract): number {
  return one.name < other.name ? -1 : Number(one.name > other.name);
}

function withExamples(contract: Contract, entry: ListedEntry): Contract {
  const { examples: listed } = schemaOf(entry, metaOf(entry)) ?? {};
  const samples = Array.isArray(listed) ? (listed as ExampleContract['arguments'][]) : [];
  const needsNone = (contract.arguments?.required ?? []).length === 0;
  const all = samples.length === 0 && contract.kind === 'prompt' && needsNone ? [{}] : samples;
  return all.length === 0 ? contract : { ...contract, examples: all.map((sample) => ({ arguments: sample })) };
}

/** What lists say of a contract, so that it can be compared with theirs: of each name, they have one version. */
export function asListed(manifest: Manifest, listed: Manifest): Manifest {
  const versions = new Map(listed.definitions.map(({ kind, name, version }) => [`${kind} ${name}`, version]));
  const isListed = ({ kind, name, version }: Contract, others: readonly Contract[]) => {
    const wanted = versions.get(`${kind} ${name}`);
    const has = others.some((each) => each.version === wanted);
    return has ? version === wanted : version === others[0]?.version;
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

/** What no list says. */
const UNLISTED = new Set('labels scopes isConditional requires completes acceptsEmpty examples asTool'.split(' '));

function withoutUnlisted({ kind, name, ...members }: Contract): Contract {
  const listed = Object.entries(members).filter(([member]) => !UNLISTED.has(member));
  return { kind, name, ...(Object.fromEntries(listed) as Partial<Contract>) };
}

function contractIn(entry: ListedEntry, kind: KindName): Contract {
  const meta = metaOf(entry);
  const args = withoutSamples(schemaOf(entry, meta));
  const members = {
    version: meta['dev.cuecard/version'],
    deprecated: meta['dev.cuecard/deprecated'],
    tags: meta['dev.cuecard/tags'],
    arguments: Object.keys(args?.properties ?? {}).length > 0 ? args : undefined,
    output: withoutSamples(entry['outputSchema'] as Schema | undefined),
    title: (Object(entry['annotations']) as Contract).title, // Where tools had it, before entries had titles.
  };
  const same = SAME.map((member) => [member, entry[member]] as const);
  const found = [...Object.entries(members), ...same].filter(([, value]) => value !== undefined);
  return { kind, name: entry.name, ...(Object.fromEntries(found) as Partial<Contract>) };
}

/** The members of list entries that contracts have under the same name. */
const SAME = ['title', 'description', 'icons', 'annotations', 'uri', 'uriTemplate', 'mimeType'] as const;

function metaOf(entry: ListedEntry): Readonly<Record<string, unknown>> {
  return Object(entry['_meta']) as Readonly<Record<string, unknown>>;
}

/** The full schema if the server says it; otherwise, prompts list texts. */
function schemaOf(entry: ListedEntry, meta: Readonly<Record<string, unknown>>): Schema | undefined {
  const full = entry['inputSchema'] ?? meta['dev.cuecard/schema'];
  if (full !== undefined || entry['arguments'] === undefined) return full as Schema | undefined;
  const args = entry['arguments'] as readonly {
    readonly name: string;
    readonly description?: string;
    readonly required?: boolean;
  }[];
  return {
    type: 'object',
    properties: Object.fromEntries(
      args.map(({ name, description }) => [
        name,
        { type: 'string', ...(description !== undefined && { description }) },
      ]),
    ),
    required: args.filter(({ required }) => required).map(({ name }) => name),
  };
}

function withoutSamples(schema: Schema | undefined): Schema | undefined {
  if (schema === undefined) return undefined;
  const { examples: _samples, $schema: _dialect, ...rest } = schema;
  return rest as Schema;
}
