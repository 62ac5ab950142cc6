import { dirname, resolve } from 'node:path';
import { type Manifest, manifestOf, type ManifestOptions } from '@cuecard/testing/contract';
import { type Logger, Pack, Registry, type Runtime } from '@cuecard/core';
import type { Session } from '../session/session.js';
import { openRemote } from '../peer/open-peer.js';
import type { PackOptions } from '../commands.js';
import type { CheckConfig, ProjectCommand } from '../config/config.js';
import type { Terminal } from '../terminal/terminal.js';
import { ModuleGraph } from '../loader/module-graph.js';
import { Problem, usage, ExitCode } from '../outcome/problem.js';
import type { Update } from '../loader/update.js';
import { explained } from '../project/problems.js';
import { openProject } from '../project/open-project.js';
import { terminalLogger } from '../project/terminal-logger.js';
import { packageOf } from '../project/project-folder.js';
import type { RemotePeer } from '../peer/remote-peer.js';
import { Sources } from './sources.js';
import { renderedWireManifest } from './wire-contract.js';

/** What is read of a project, of a pack by itself, or of another server. */
export interface Subject {
  readonly name: string;
  readonly version: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly registry: Registry;
  /** A pack has none, and so has another server. */
  readonly runtime?: Runtime;
  /** The folder of the config, or that of the package of a pack; for another server, the current folder. */
  readonly root: string;
  readonly sources: Sources;
  readonly check: CheckConfig;
  /** Whether it is another server, of which only the lists are known. */
  readonly isRemote?: true;
  /** Its contracts; those of a project and of a server have rendered examples. */
  manifest(): Promise<Manifest>;
  close(): Promise<void>;
}

/**
 * Opens the project of the current folder, a pack or another server.
 * @param warn hears what the runtime warns of
 */
export async function openSubject(
  session: Session,
  options: PackOptions,
  command: ProjectCommand,
  warn: (message: string) => void = () => {},
): Promise<Subject> {
  const isServer = options.url !== undefined || options.stdio === true;
  if (isServer && options.pack !== undefined)
    throw usage('pack-of-server', 'A pack is in a project, and --url and --stdio name a server', PACK_OR_SERVER);
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
    sources: new Sources(project.graph.modules),
    manifest: () => renderedManifest(session.terminal, runtime, { name, version }),
    close: () => project.close(),
  };
}

/** Examples are rendered for their texts: failures are reported, and warnings are for the check. */
const PACK_OR_SERVER = 'Give --pack, or one of the others';

function errorsAlone({ terminal, folder }: Session, warn: (message: string) => void): Logger {
  return { ...terminalLogger(terminal, folder), warn, info: () => {} };
}

function renderedManifest(terminal: Terminal, runtime: Runtime, about: ManifestOptions): Promise<Manifest> {
  return terminal.during('Rendering examples…', (tell) => {
    return manifestOf(runtime, { ...about, onRendered: onRendered(tell) });
  });
}

/** Tells how many prompts have been rendered. */
function onRendered(tell: (text: string) => void): NonNullable<ManifestOptions['onRendered']> {
  const shown = (count: number) => count.toLocaleString('en');
  return (rendered, prompts) => tell(`Rendering the examples of ${shown(rendered)} of ${shown(prompts)} prompts…`);
}

/** What another server says of itself; it has no files, and its registry is not known. */
function serverSubject(remote: RemotePeer, { terminal, folder }: Session): Subject {
  return {
    ...remote.server,
    isRemote: true,
    registry: new Registry([]),
    root: folder,
    check: {},
    sources: new Sources([]),
    manifest: () =>
      terminal.during('Rendering examples…', (tell) => renderedWireManifest(remote, { onRendered: onRendered(tell) })),
    close: () => remote.close(),
  };
}

async function packSubject(given: string, folder: string): Promise<Subject> {
  const [path = '', name] = given.split('#');
  const file = resolve(folder, path);
  const graph = new ModuleGraph(dirname(file));
  if (!graph.exists({ file })) throw noPack(`There is no file ${path}`);
  const { pack, registry } = await fromFile(file, { graph, folder }, (exports) => {
    const found = packIn(exports, path, name);
    return { pack: found, registry: new Registry([found]) };
  });
  return {
    name: pack.name,
    version: pack.version,
    registry,
    root: packageOf(dirname(file))?.folder ?? folder,
    check: {},
    sources: new Sources(graph.modules),
    manifest: () => manifestOf(pack),
    close: async () => {},
  };
}

type Exports = Readonly<Record<string, unknown>>;

function packIn(exports: Exports, path: string, name: string | undefined): Pack {
  const packs = Object.entries(exports).filter(([key, value]) => value instanceof Pack && (name ?? key) === key);
  const [pack, ...others] = packs.map(([, value]) => value as Pack);
  if (pack === undefined) throw noPack(`${path} exports no pack${name === undefined ? '' : ` "${name}"`}`);
  if (others.length > 0) throw noPack(`${path} exports several packs`);
  return pack;
}

/** Makes something of what a file exports; what is wrong with it becomes a fault that says where. */
function fromFile<Result>(
  file: string,
  { graph, folder }: { readonly graph: ModuleGraph; readonly folder: string },
  make: (exports: Exports) => Result,
): Promise<Result> {
  const work = async (update: Update) => {
    const made = make(await update.exportsOf(file));
    update.commit();
    return made;
  };
  return graph.update(
    () => new Set(),
    (update) => explained(work, update, { graph, folder }),
  );
}

function noPack(summary: string): Problem {
  const fix = 'Name a file and what it exports, as in --pack src/review-pack.ts#reviewPack';
  return new Problem({ code: 'pack-missing', summary, fix, exitCode: ExitCode.project });
}
