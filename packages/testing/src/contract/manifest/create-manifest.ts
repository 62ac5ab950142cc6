import { type Definition, type KindName, Pack, Registry, Runtime } from '@cuecard/core';
import semver from 'semver';
import { createContract } from './create-contract.js';
import type { Manifest } from './manifest.js';
import { promptsOf, type RenderOptions, renderExamples } from './rendered-examples.js';

/** The name and version of a manifest. */
export interface ManifestOptions extends RenderOptions {
  /** @default the name of the pack */
  readonly name?: string;
  /**
   * A semantic version.
   * @default the version of the pack
   */
  readonly version?: string;
}

/**
 * Returns the manifest of everything that clients and applications rely on. A runtime's manifest includes rendered
 * examples of its prompts. Each example is rendered twice, so that text that varies can be omitted.
 * @throws {TypeError} if the name is missing, or the version is not a semantic version
 */
export async function createManifest(
  source: Runtime | Registry | Pack,
  options: ManifestOptions = {},
): Promise<Manifest> {
  const about = checkNameAndVersion(source, options);
  const definitions = [...toRegistry(source).list()].filter(({ instance }) => instance === undefined);
  const contracts = definitions.toSorted(byKindAndName).map((each) => createContract(each));
  const complete = source instanceof Runtime ? await renderExamples(contracts, promptsOf(source), options) : contracts;
  return { manifest: 1, ...about, definitions: complete };
}

/** Formats a manifest as the text of a file that can be compared line by line. */
export function stringifyManifest(manifest: Manifest): string {
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

/**
 * Parses the text of a manifest.
 * @throws {TypeError} if the text is not JSON, or not a manifest of this format
 */
export function parseManifest(text: string): Manifest {
  const manifest = parseJson(text);
  const { manifest: format, definitions, version } = Object(manifest) as Partial<Record<keyof Manifest, unknown>>;
  if (format === undefined)
    throw new TypeError('This is not a manifest: write the file with stringifyManifest(await createManifest(…))');
  if (format !== 1)
    throw new TypeError(
      `The manifest has format ${String(format)}, but this version of @cuecard/testing reads only format 1`,
    );
  if (!Array.isArray(definitions) || typeof version !== 'string' || semver.valid(version) === null)
    throw new TypeError('The manifest has no definitions or no semantic version: write the file again');
  return manifest as Manifest;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new TypeError('The manifest is not valid JSON', { cause: error });
  }
}

function checkNameAndVersion(source: object, options: ManifestOptions): { name: string; version: string } {
  const { name, version } = source instanceof Pack ? { ...pickNameAndVersion(source), ...options } : options;
  if (typeof name !== 'string' || name === '')
    throw new TypeError('createManifest() needs a name: pass { name, version } for a runtime or a registry');
  if (typeof version !== 'string' || semver.valid(version) === null)
    throw new TypeError(`The version of "${name}" is not a semantic version such as 1.2.0`);
  return { name, version };
}

function pickNameAndVersion({ name, version }: Pack): { name: string; version: string } {
  return { name, version };
}

function toRegistry(source: Runtime | Registry | Pack): Registry {
  if (source instanceof Runtime) return source.registry;
  return source instanceof Registry ? source : new Registry([source]);
}

const KINDS: readonly KindName[] = ['prompt', 'tool', 'resource'];

function byKindAndName(one: Definition, other: Definition): number {
  const byKind = KINDS.indexOf(one.kind.name) - KINDS.indexOf(other.kind.name);
  if (byKind !== 0) return byKind;
  if (one.name !== other.name) return one.name < other.name ? -1 : 1;
  return semver.rcompare(one.version ?? '0.0.0', other.version ?? '0.0.0');
}
