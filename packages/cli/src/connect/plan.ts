import { usage } from '../outcome/problem.js';
import {
  type Scope,
  type SettingsClient,
  type Address,
  DEFAULT_URL,
  type Transport,
  type Computer,
} from './clients.js';
import { type ProjectFolder, ownFolder } from '../project/project-folder.js';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';

/** A request to connect a server, independent of the client. */
export interface ConnectRequest {
  readonly name: string;
  readonly project: ProjectFolder;
  readonly computer: Computer;
  readonly transport: Transport | undefined;
  readonly url: string | undefined;
  /** The command of another server; empty for the project. */
  readonly command: readonly string[];
  /** The current folder, where the command would run. */
  readonly folder: string;
  readonly scope: Scope | undefined;
}

/** The settings of a server in the file of a client. */
export interface Plan {
  readonly client: SettingsClient;
  readonly scope: Scope;
  readonly file: string;
  /** The folder of the project. */
  readonly root: string;
  readonly address: Address;
  /** The path of the client's own program, if it is installed and changes settings of the scope. */
  readonly program: string | undefined;
  /** The keys that lead to the server. */
  readonly path: readonly string[];
  readonly entry: Readonly<Record<string, unknown>>;
}

/** @throws {Problem} if the client has no such scope or transport */
export function planFor(client: SettingsClient, request: ConnectRequest): Plan {
  const scope = scopeFor(client, request);
  const address = addressFor(client, request);
  const { computer, project } = request;
  const files = client.files[scope]?.({ computer, root: project.root }) ?? [];
  const hasProgram = client.program?.scopes.includes(scope) === true;
  return {
    client,
    scope,
    file: files.find((path) => existsSync(path)) ?? files[0] ?? '',
    program: hasProgram ? programNamed(client.program.name, computer) : undefined,
    root: project.root,
    address,
    path: [...client.keys, request.name],
    entry: client.entry(address),
  };
}

/** The path of a program; `undefined` if it is not installed. Node starts no `.cmd` files without a shell. */
function programNamed(name: string, { platform, env }: Computer): string | undefined {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  return folders
    .map((folder) => join(folder, platform === 'win32' ? `${name}.exe` : name))
    .find((file) => existsSync(file));
}

function addressOf({ project, transport = 'http', url = DEFAULT_URL, command, folder }: ConnectRequest): Address {
  if (transport === 'http') return { transport, url };
  return command.length === 0 ? startingProject(project) : startingCommand(command, folder);
}

function scopeFor({ title, files }: SettingsClient, { scope }: ConnectRequest): Scope {
  const scopes = Object.keys(files) as Scope[];
  const chosen = scope ?? scopes[0];
  if (chosen !== undefined && scopes.includes(chosen)) return chosen;
  const fix = `Leave out --scope, or use --scope ${scopes.join(' or --scope ')}`;
  throw usage('scope-unknown', `${title} has no ${scope} settings`, fix);
}

function addressFor({ title, transports }: SettingsClient, request: ConnectRequest): Address {
  const transport = request.transport ?? transports[0] ?? 'http';
  if (transports.includes(transport)) return addressOf({ ...request, transport });
  const summary = `${title} cannot connect to a URL: it starts servers itself`;
  throw usage('transport-unknown', summary, 'Pass --stdio instead of --http');
}

/** The package.json of this package. */
interface OwnManifest {
  readonly bin: { readonly cuecard: string };
}

/**
 * The command that starts the server of a project. Its paths are absolute, because applications of the desktop have neither
 * the PATH nor the folder of a shell.
 */
function startingProject({ root, config }: ProjectFolder): Extract<Address, { readonly transport: 'stdio' }> {
  const script = commandIn(root) ?? commandOf(ownFolder());
  const args = [script, 'serve', '--stdio', '--config', config ?? join(root, 'cuecard.config.ts')];
  return { transport: 'stdio', command: process.execPath, args };
}

/** The command of another server, with absolute paths: clients do not know the current folder. */
function startingCommand([command = '', ...args]: readonly string[], folder: string): Address {
  const absolute = (word: string) =>
    PATH.test(word) && existsSync(resolve(folder, word)) ? resolve(folder, word) : word;
  return { transport: 'stdio', command: absolute(command), args: args.map(absolute) };
}

/** Words that look like the path of a file or a folder. */
const PATH = /^\.{1,2}$|[\\/]|\.\w+$/;

/**
 * The command line that a project has installed. Its path leads through `node_modules`, and not to the real file, so that it
 * still exists after an update.
 */
function commandIn(folder: string): string | undefined {
  const installed = join(folder, 'node_modules', '@cuecard', 'cli');
  if (existsSync(installed)) return commandOf(installed);
  return dirname(folder) === folder ? undefined : commandIn(dirname(folder));
}

function commandOf(installed: string): string {
  const { bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as OwnManifest;
  return join(installed, bin.cuecard);
}
