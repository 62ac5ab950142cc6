import type { Contract, Manifest, Schema } from '@cuecard/contract';
import type { KindName } from '@cuecard/core';
import semver from 'semver';
import type { ListedEntry } from '../peer/pages.js';
import type { RemotePeer } from '../peer/remote-peer.js';

const KINDS: readonly KindName[] = ['prompt', 'tool', 'resource'];

/**
 * The contract of a server, as far as its lists say it. Of resources with a URI, those that the base has: the others may be
 * pages of a template, or files.
 */
export async function wireManifest(peer: RemotePeer, base: Manifest): Promise<Manifest> {
  const { name, version } = peer.server;
  const known = new Set(base.definitions.filter(({ uri }) => uri !== undefined).map((each) => each.name));
  const definitions: Contract[] = [];
  for (const kind of KINDS) {
    const found = (await peer.listed(kind)).map((entry) => contractIn(entry, kind));
    definitions.push(...found.filter((each) => each.uri === undefined || known.has(each.name)));
  }
  const semantic = semver.coerce(version, { includePrerelease: true })?.version ?? '0.0.0';
  return { manifest: 1, name, version: semantic, definitions };
}

/** What lists say of a contract, so that it can be compared with theirs: of each name, they have one version. */
export function asListed(manifest: Manifest, listed: Manifest): Manifest {
  const versions = new Map(listed.definitions.map(({ kind, name, version }) => [`${kind} ${name}`, version]));
  const isListed = ({ kind, name, version }: Contract, others: readonly Contract[]) => {
    const wanted = versions.get(`${kind} ${name}`);
    const has = others.some((each) => each.version === wanted);
    return has ? version === wanted : version === others[0]?.version;
  };
  const definitions = manifest.definitions.filter((each) =>
    isListed(
      each,
      manifest.definitions.filter(({ kind, name }) => kind === each.kind && name === each.name),
    ),
  );
  return { ...manifest, definitions: definitions.map(withoutUnlisted) };
}

/** What no list says. */
const UNLISTED = new Set('labels scopes isConditional requires completes acceptsEmpty examples asTool'.split(' '));

function withoutUnlisted({ kind, name, ...members }: Contract): Contract {
  const listed = Object.entries(members).filter(([member]) => !UNLISTED.has(member));
  return { kind, name, ...(Object.fromEntries(listed) as Partial<Contract>) };
}

function contractIn(entry: ListedEntry, kind: KindName): Contract {
  const meta = Object(entry['_meta']) as Readonly<Record<string, unknown>>;
  const args = withoutSamples(schemaOf(entry, meta));
  const members = {
    version: meta['dev.cuecard/version'],
    deprecated: meta['dev.cuecard/deprecated'],
    tags: meta['dev.cuecard/tags'],
    arguments: Object.keys(args?.properties ?? {}).length > 0 ? args : undefined,
    output: withoutSamples(entry['outputSchema'] as Schema | undefined),
  };
  const same = SAME.map((member) => [member, entry[member]] as const);
  const found = [...Object.entries(members), ...same].filter(([, value]) => value !== undefined);
  return { kind, name: entry.name, ...(Object.fromEntries(found) as Partial<Contract>) };
}

/** The members of list entries that contracts have under the same name. */
const SAME = ['title', 'description', 'icons', 'annotations', 'uri', 'uriTemplate', 'mimeType'] as const;

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
