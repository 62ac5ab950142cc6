import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { CLIENTS, type Scope, type Address } from '../build/connect/clients.js';
import { emptyFolder } from './support/cuecard.ts';

const http: Address = { transport: 'http', url: 'http://localhost:3917/mcp' };
const stdio: Address = { transport: 'stdio', command: '/bin/node', args: ['cuecard.js', 'serve'] };

/** Returns the settings files of all clients on a platform. */
function filesOn(platform: NodeJS.Platform, env: Readonly<Record<string, string>> = {}) {
  const place = { computer: { platform, home: '/home/ada', env }, root: '/work' };
  const scopes: readonly Scope[] = ['project', 'user'];
  return Object.fromEntries(
    CLIENTS.map(({ id, files }) => [id, scopes.flatMap((scope) => files[scope]?.(place) ?? [])]),
  );
}

const EVERYWHERE = {
  'claude-code': ['/work/.mcp.json', '/home/ada/.claude.json'],
  cursor: ['/work/.cursor/mcp.json', '/home/ada/.cursor/mcp.json'],
  gemini: ['/work/.gemini/settings.json', '/home/ada/.gemini/settings.json'],
  opencode: [
    '/work/opencode.json',
    '/work/opencode.jsonc',
    '/home/ada/.config/opencode/opencode.json',
    '/home/ada/.config/opencode/opencode.jsonc',
  ],
  codex: ['/work/.codex/config.toml', '/home/ada/.codex/config.toml'],
};

describe('cuecard connect', () => {
  test.each([
    ['darwin', '/home/ada/Library/Application Support'],
    ['linux', '/home/ada/.config'],
    ['win32', '/home/ada/AppData/Roaming'],
  ] as const)('finds the settings of clients on %s', (platform, applications) => {
    expect(filesOn(platform)).toEqual({
      ...EVERYWHERE,
      'claude-desktop': [`${applications}/Claude/claude_desktop_config.json`],
      vscode: ['/work/.vscode/mcp.json', `${applications}/Code/User/mcp.json`],
    });
  });

  test('prefers folders that the environment names', () => {
    expect(filesOn('win32', { APPDATA: '/data' })).toMatchObject({
      'claude-desktop': ['/data/Claude/claude_desktop_config.json'],
      vscode: ['/work/.vscode/mcp.json', '/data/Code/User/mcp.json'],
    });
    expect(filesOn('linux', { XDG_CONFIG_HOME: '/xdg', CLAUDE_CONFIG_DIR: '/claude', CODEX_HOME: '/codex' })).toEqual({
      ...EVERYWHERE,
      'claude-desktop': ['/xdg/Claude/claude_desktop_config.json'],
      'claude-code': ['/work/.mcp.json', '/claude/.claude.json'],
      vscode: ['/work/.vscode/mcp.json', '/xdg/Code/User/mcp.json'],
      opencode: [
        '/work/opencode.json',
        '/work/opencode.jsonc',
        '/xdg/opencode/opencode.json',
        '/xdg/opencode/opencode.jsonc',
      ],
      codex: ['/work/.codex/config.toml', '/codex/config.toml'],
    });
  });

  test('finds the package folder of Claude Desktop on Windows', async () => {
    const { path, remove } = await emptyFolder();
    const env = { LOCALAPPDATA: path };
    await mkdir(join(path, 'Packages/Other_1'), { recursive: true });
    expect(filesOn('win32', env)['claude-desktop']).toEqual([
      '/home/ada/AppData/Roaming/Claude/claude_desktop_config.json',
    ]);
    await mkdir(join(path, 'Packages/Claude_pzs8sxrjxfjjc'));
    expect(filesOn('win32', env)['claude-desktop']).toEqual([
      `${path}/Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming/Claude/claude_desktop_config.json`,
    ]);
    await remove();
  });

  test('writes the entry in the format of each client', () => {
    const { command, args } = stdio;
    const written = CLIENTS.map(({ id, keys, transports, entry }) => [
      id,
      { keys, ...Object.fromEntries(transports.map((each) => [each, entry(each === 'http' ? http : stdio)])) },
    ]);
    const { url } = http;
    expect(Object.fromEntries(written)).toEqual({
      'claude-desktop': { keys: ['mcpServers'], stdio: { command, args } },
      'claude-code': { keys: ['mcpServers'], http: { type: 'http', url }, stdio: { type: 'stdio', command, args } },
      vscode: { keys: ['servers'], http: { type: 'http', url }, stdio: { type: 'stdio', command, args } },
      cursor: { keys: ['mcpServers'], http: { url }, stdio: { command, args } },
      gemini: { keys: ['mcpServers'], http: { httpUrl: url }, stdio: { command, args } },
      opencode: {
        keys: ['mcp'],
        http: { type: 'remote', url },
        stdio: { type: 'local', command: [command, ...args] },
      },
      codex: { keys: ['mcp_servers'], http: { url }, stdio: { command, args } },
    });
  });
});
