import { join } from 'node:path';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';

/** The owner of settings: the project, with all who work on it, or the user. */
export type Scope = 'project' | 'user';

/** The possible settings files of a scope. The client reads the first that exists. */
type Files = (place: { readonly computer: Computer; readonly root: string }) => readonly string[];

/** A client that reads its servers from a file. */
export interface SettingsClient {
  readonly id: string;
  readonly title: string;
  readonly language: 'json' | 'toml';
  /** The first scope is the default. */
  readonly files: Partial<Record<Scope, Files>>;
  /** The first transport is the default. */
  readonly transports: readonly Transport[];
  /** The keys that lead to the servers. */
  readonly keys: readonly string[];
  /** Returns the settings of one server. */
  entry(address: Address): Readonly<Record<string, unknown>>;
  readonly program?: ClientProgram;
  /** The next step of the user. */
  readonly next: string;
}

interface NamedServer {
  readonly name: string;
  readonly scope: Scope;
}

/** The client's own command line, with the arguments that add and remove a server. */
interface ClientProgram {
  readonly name: string;
  readonly scopes: readonly Scope[];
  add(server: NamedServer & { readonly address: Address }): readonly string[];
  remove?(server: NamedServer): readonly string[];
}

const EITHER: readonly Transport[] = ['http', 'stdio'];

/** The settings in most clients, with or without the type of the transport. */
function withType(address: Address): Readonly<Record<string, unknown>> {
  const { transport: type, ...rest } = address;
  return { type, ...rest };
}

function withoutType(address: Address): Readonly<Record<string, unknown>> {
  const { transport: _type, ...rest } = address;
  return rest;
}

/** `mcp add` of Claude Code and Gemini CLI. Each puts `--` in another position. */
function mcpAdd(
  { name, scope }: NamedServer,
  address: Address,
  started: (command: string, args: readonly string[]) => string[],
) {
  const target = address.transport === 'http' ? [address.url] : started(address.command, address.args);
  return ['mcp', 'add', '--scope', scope, '--transport', address.transport, name, ...target];
}

/** The clients, in the order of the output. docs/connecting.md lists the files, too. */
export const CLIENTS: readonly SettingsClient[] = [
  {
    id: 'claude-desktop',
    title: 'Claude Desktop',
    language: 'json',
    files: {
      user: ({ computer }) => {
        const folder = packagedData(computer, 'Claude_') ?? applicationData(computer);
        return [join(folder, 'Claude', 'claude_desktop_config.json')];
      },
    },
    transports: ['stdio'], // Its file takes no URLs.
    keys: ['mcpServers'],
    entry: withoutType,
    next: 'Quit Claude Desktop, and start it again.',
  },
  {
    id: 'claude-code',
    title: 'Claude Code',
    language: 'json',
    files: {
      project: ({ root }) => [join(root, '.mcp.json')],
      user: ({ computer: { home, env } }) => [join(env['CLAUDE_CONFIG_DIR'] || home, '.claude.json')],
    },
    transports: EITHER,
    keys: ['mcpServers'],
    entry: withType,
    program: {
      name: 'claude',
      scopes: ['project', 'user'],
      add: ({ address, ...server }) => mcpAdd(server, address, (command, args) => ['--', command, ...args]),
      remove: ({ name, scope }) => ['mcp', 'remove', '--scope', scope, name],
    },
    next: 'Start a new session in the folder of the project, and approve the server.',
  },
  {
    id: 'vscode',
    title: 'VS Code',
    language: 'json',
    files: {
      project: ({ root }) => [join(root, '.vscode', 'mcp.json')],
      user: ({ computer }) => [join(applicationData(computer), 'Code', 'User', 'mcp.json')],
    },
    transports: EITHER,
    keys: ['servers'],
    entry: withType,
    program: {
      name: 'code',
      scopes: ['user'],
      add: ({ name, address }) => ['--add-mcp', JSON.stringify({ name, ...withType(address) })],
    },
    next: 'Start the server with the command "MCP: List Servers".',
  },
  {
    id: 'cursor',
    title: 'Cursor',
    language: 'json',
    files: {
      project: ({ root }) => [join(root, '.cursor', 'mcp.json')],
      user: ({ computer: { home } }) => [join(home, '.cursor', 'mcp.json')],
    },
    transports: EITHER,
    keys: ['mcpServers'],
    entry: withoutType,
    next: 'Enable the server in the settings of Cursor, under MCP.',
  },
  {
    id: 'gemini',
    title: 'Gemini CLI',
    language: 'json',
    files: {
      project: ({ root }) => [join(root, '.gemini', 'settings.json')],
      user: ({ computer: { home } }) => [join(home, '.gemini', 'settings.json')],
    },
    transports: EITHER,
    keys: ['mcpServers'],
    entry: (address) => (address.transport === 'http' ? { httpUrl: address.url } : withoutType(address)),
    program: {
      name: 'gemini',
      scopes: ['project', 'user'],
      add: ({ address, ...server }) => mcpAdd(server, address, (command, args) => [command, '--', ...args]),
      remove: ({ name, scope }) => ['mcp', 'remove', '--scope', scope, name],
    },
    next: 'Start a new session.',
  },
  {
    id: 'opencode',
    title: 'opencode',
    language: 'json',
    files: {
      project: ({ root }) => [join(root, 'opencode.json'), join(root, 'opencode.jsonc')],
      user: ({ computer: { home, env } }) => {
        const folder = join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'opencode');
        return [join(folder, 'opencode.json'), join(folder, 'opencode.jsonc')];
      },
    },
    transports: EITHER,
    keys: ['mcp'],
    entry: (address) =>
      address.transport === 'http'
        ? { type: 'remote', url: address.url }
        : { type: 'local', command: [address.command, ...address.args] },
    next: 'Start opencode again.',
  },
  {
    id: 'codex',
    title: 'Codex',
    language: 'toml',
    files: {
      user: ({ computer: { home, env } }) => [join(env['CODEX_HOME'] || join(home, '.codex'), 'config.toml')],
      project: ({ root }) => [join(root, '.codex', 'config.toml')],
    },
    transports: EITHER,
    keys: ['mcp_servers'],
    entry: withoutType,
    program: {
      name: 'codex',
      scopes: ['user'],
      add: ({ name, address }) =>
        ['mcp', 'add', name].concat(
          address.transport === 'http' ? ['--url', address.url] : ['--', address.command, ...address.args],
        ),
      remove: ({ name }) => ['mcp', 'remove', name],
    },
    next: 'Start a new session.',
  },
];

/** The clients that `connect` takes. */
export const CLIENT_IDS: readonly string[] = CLIENTS.map(({ id }) => id);

/** How a client reaches a server: it starts a command, or connects to a URL. */
export type Address =
  | { readonly transport: 'stdio'; readonly command: string; readonly args: readonly string[] }
  | { readonly transport: 'http'; readonly url: string };

export type Transport = Address['transport'];

/** The default endpoint of `cuecard dev` and `cuecard serve`. */
export const DEFAULT_URL = 'http://localhost:3917/mcp';

/** The computer that the clients run on. */
export interface Computer {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** This computer, as the environment describes it. */
export function thisComputer(env: Computer['env'], platform: NodeJS.Platform = process.platform): Computer {
  const home = platform === 'win32' ? env['USERPROFILE'] : env['HOME'];
  return { platform, home: home || homedir(), env };
}

/** The folder in which applications with windows keep the settings of a user. */
function applicationData({ platform, home, env }: Computer): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  if (platform === 'win32') return env['APPDATA'] || join(home, 'AppData', 'Roaming');
  return env['XDG_CONFIG_HOME'] || join(home, '.config');
}

/**
 * The settings folder of an application that is installed on Windows as a package; `undefined` if it is not.
 * @param prefix the start of the name of the package
 */
function packagedData({ platform, home, env }: Computer, prefix: string): string | undefined {
  const packages = join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'Packages');
  if (platform !== 'win32' || !existsSync(packages)) return undefined;
  const found = readdirSync(packages).find((name) => name.startsWith(prefix));
  return found === undefined ? undefined : join(packages, found, 'LocalCache', 'Roaming');
}
