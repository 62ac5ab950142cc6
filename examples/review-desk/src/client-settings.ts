import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHECKOUT } from './command-line.js';
import { IDENTITY } from './desk.js';

/** What a client is to connect to. */
export interface Address {
  /** The folder that is served. */
  readonly folder: string;
  readonly url: string;
}

/** The computer that the clients run on. */
interface Computer {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** Windows has applications keep their settings there. */
  readonly appData?: string | undefined;
}

const HERE: Computer = { platform: process.platform, home: homedir(), appData: process.env['APPDATA'] };

/** The settings that connect clients to the desk: each with its file, and with what to do afterwards. */
export function clientSettings({ folder, url }: Address, computer = HERE): string {
  const { name } = IDENTITY;
  const script = fileURLToPath(new URL('stdio.js', import.meta.url));
  const args = [script, ...(folder === CHECKOUT ? [] : ['--repository', folder])];
  const own = { mcpServers: { [name]: { command: process.execPath, args } } };
  const clients = [
    `Claude Desktop starts the desk itself.${merged(desktopFile(computer), own)}\nQuit Claude Desktop, and start it again.`,
    `VS Code connects to the desk while it runs.${merged(join('.vscode', 'mcp.json'), { servers: { [name]: { type: 'http', url } } })}\nStart it there with the command "MCP: List Servers".`,
    `Cursor connects to the desk while it runs.${merged(join(computer.home, '.cursor', 'mcp.json'), { mcpServers: { [name]: { url } } })}\nRestart Cursor.`,
    `Claude Code connects to the desk while it runs. Run this, and start a new session:\n\n  claude mcp add --transport http ${name} ${url}`,
  ];
  return `\n${clients.join('\n\n')}\n\n`;
}

function merged(file: string, settings: object): string {
  const json = JSON.stringify(settings, null, 2).replace(/^/gm, '  ');
  return ` Merge this into\n${file}, beside what is there:\n\n${json}\n`;
}

function desktopFile({ platform, home, appData }: Computer): string {
  const folders: Partial<Record<NodeJS.Platform, string>> = {
    darwin: join(home, 'Library', 'Application Support'),
    win32: appData ?? join(home, 'AppData', 'Roaming'),
  };
  return join(folders[platform] ?? join(home, '.config'), 'Claude', 'claude_desktop_config.json');
}
