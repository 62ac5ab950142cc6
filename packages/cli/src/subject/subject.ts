import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Manifest, createManifest, type ManifestOptions } from '@cuecard/testing/contract';
import { type Logger, Pack, Registry, type Runtime } from '@cuecard/core';
import type { Session } from '../session/session.js';
import { openRemote } from '../peer/open-peer.js';
import type { PackOptions } from '../commands.js';
import type { CheckConfig, ProjectCommand } from '../config/config.js';
import type { Terminal } from '../terminal/terminal.js';
import { Loader } from '../loader/loader.js';
import { Problem, usage, ExitCode } from '../outcome/problem.js';
import { locatingErrors } from '../project/problems.js';
import { openProject } from '../project/open-project.js';
import { terminalLogger } from '../project/terminal-logger.js';
import { packageOf } from '../project/project-folder.js';
import type { RemotePeer } from '../peer/remote-peer.js';
import { Sources } from '../source/sources.js';
import { renderedWireManifest } from './wire-contract.js';

/** A project, a pack or another server, with its registry, sources and contracts. */
export interface Subject {
  readonly name: string;
  readonly version: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly registry: Registry;
  /** Missing for a pack and for another server. */
  readonly runtime?: Runtime;
  /** The folder of the config, the package folder of a pack, or the current folder for another server. */
  readonly root: string;
  readonly sources: Sources;
  readonly check: CheckConfig;
  /** Whether it is another server, whose lists alone are known. */
  readonly isRemote?: true;
  /** Returns its contracts, with rendered examples unless it is a pack. */
  manifest(): Promise<Manifest>;
  close(): Promise<void>;
}

/**
 * Opens the project of the current folder, a pack or another server.
 * @param warn called with warnings of the runtime
 */
export async function openSubject(
  session: Session,
  options: PackOptions,
  command: ProjectCommand,
  warn: (message: string) => void = () => {},
): Promise<Subject> {
  const isServer = options.url !== undefined || options.stdio === true;
  if (isServer && options.pack !== undefined)
    throw usage('pack-of-server', '--pack cannot be combined with --url or --stdio', PACK_OR_SERVER);
  const remote = await openRemote(session, options);
  if (remote !== undefined) return serverSubject(remote, session);
  if (options.pack !== undefined) return packSubject(options.pack, session.folder);
  const project = await openProject(session, options, command, errorsAlone(session, warn));
  const { name, version, title, description, runtime, check = {} } = project.config;
  return {
    name,
    version,
    title,
    description,
    runtime,
    check,
    registry: runtime.registry,
    root: project.root,
    sources: project.sources,
    manifest: () => renderedManifest(session.terminal, runtime, { name, version }),
    close: () => project.close(),
  };
}

const PACK_OR_SERVER = 'Pass only one of them';

/** Keeps warnings out of the log: the check reports them. */
function errorsAlone({ terminal, folder }: Session, warn: (message: string) => void): Logger {
  return { ...terminalLogger(terminal, folder), warn, info: () => {} };
}

function renderedManifest(terminal: Terminal, runtime: Runtime, about: ManifestOptions): Promise<Manifest> {
  return terminal.during('Rendering examples…', (show) => {
    return createManifest(runtime, { ...about, onRendered: onRendered(show) });
  });
}

/** Shows the number of rendered prompts as progress. */
function onRendered(show: (text: string) => void): NonNullable<ManifestOptions['onRendered']> {
  const format = (count: number) => count.toLocaleString('en');
  return (rendered, prompts) => show(`Rendering the examples of ${format(rendered)} of ${format(prompts)} prompts…`);
}

/** Another server, without files or a known registry. */
function serverSubject(remote: RemotePeer, { terminal, folder }: Session): Subject {
  return {
    ...remote.server,
    isRemote: true,
    registry: new Registry([]),
    root: folder,
    check: {},
    sources: new Sources([], folder),
    manifest: () =>
      terminal.during('Rendering examples…', (show) => renderedWireManifest(remote, { onRendered: onRendered(show) })),
    close: () => remote.close(),
  };
}

async function packSubject(reference: string, folder: string): Promise<Subject> {
  const [path = '', name] = reference.split('#');
  const file = resolve(folder, path);
  if (!existsSync(file)) throw packFault(`The file ${path} does not exist`);
  const loader = new Loader(dirname(file));
  const load = locatingErrors({ loader, folder }, async (update) => {
    const found = packIn(await update.exportsOf(file), path, name);
    const contents = { pack: found, registry: new Registry([found]) };
    update.commit();
    return contents;
  });
  const { pack, registry } = await loader.update(load);
  return {
    name: pack.name,
    version: pack.version,
    registry,
    root: packageOf(dirname(file))?.folder ?? folder,
    check: {},
    sources: new Sources(loader.files, folder),
    manifest: () => createManifest(pack),
    close: async () => {},
  };
}

type Exports = Readonly<Record<string, unknown>>;

function packIn(exports: Exports, path: string, name: string | undefined): Pack {
  const packs = Object.entries(exports).filter(([key, value]) => value instanceof Pack && (name ?? key) === key);
  const [pack, ...others] = packs.map(([, value]) => value as Pack);
  if (pack === undefined) throw packFault(`${path} exports no pack${name === undefined ? '' : ` "${name}"`}`);
  if (others.length > 0) throw packFault(`${path} exports several packs`);
  return pack;
}

function packFault(summary: string): Problem {
  const fix = 'Pass a file and the name of its export, for example --pack src/review-pack.ts#reviewPack';
  return new Problem({ code: 'pack-missing', summary, fix, exitCode: ExitCode.project });
}
