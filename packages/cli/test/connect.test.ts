import { existsSync } from 'node:fs';
import { chmod, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sectionOf } from '@cuecard/core';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { CLIENT_IDS } from '../build/connect/clients.js';
import { cuecard as run, emptyFolder } from './support/cuecard.ts';

let home: Awaited<ReturnType<typeof emptyFolder>>;
let project: Awaited<ReturnType<typeof emptyFolder>>;

beforeEach(async () => {
  [home, project] = [await emptyFolder(), await emptyFolder()];
  await writeFile(join(project.path, 'package.json'), '{ "name": "@acme/reviews" }');
  await writeFile(join(project.path, 'cuecard.config.ts'), 'this is not TypeScript');
});

afterEach(async () => {
  await home.remove();
  await project.remove();
});

/** Runs the command without the programs of clients that this computer may have. */
const cuecard = (argv: string, env: Readonly<Record<string, string>> = { PATH: '' }) =>
  run(argv.split(' '), { folder: project.path, home: home.path, env });

/** Runs `connect cursor` in a terminal, and types keys at its question. */
const connectCursor = (keys: string) =>
  run(['connect', 'cursor'], {
    folder: project.path,
    home: home.path,
    env: { PATH: '' },
    typed: [['Merge the settings into', keys]],
  });

const MCP = '.vscode/mcp.json';
const ENDPOINT = 'http://localhost:3917/mcp';

async function prepare(file: string, text: string, mode = 0o644): Promise<string> {
  const path = join(project.path, file);
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, text, { mode });
  return path;
}

const read = (file: string) => readFile(join(project.path, file), 'utf8');

/** Returns the files in the folder of a file. */
const filesNextTo = (file: string) => readdir(join(project.path, file, '..'));

describe('cuecard connect', () => {
  test('prints the settings of all clients without a client', async () => {
    const { code, stdout, stderr } = await cuecard('connect');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.replaceAll(/^ +"\/.*\n/gm, '')).toBe(`\
Run the command of your client, or merge the settings into its file.
Or run cuecard connect <client> --write. <client> is the name in parentheses.

Claude Desktop (claude-desktop) ${claudeDesktop()}
${snippet({ mcpServers: { reviews: { command: process.execPath, args: ['serve', '--stdio', '--config'] } } }).replace('"--config"', '"--config",')}

Claude Code (claude-code) .mcp.json
${snippet({ mcpServers: { reviews: { type: 'http', url: ENDPOINT } } })}

VS Code (vscode) .vscode/mcp.json
${snippet({ servers: { reviews: { type: 'http', url: ENDPOINT } } })}

Cursor (cursor) .cursor/mcp.json
${snippet({ mcpServers: { reviews: { url: ENDPOINT } } })}

Gemini CLI (gemini) .gemini/settings.json
${snippet({ mcpServers: { reviews: { httpUrl: ENDPOINT } } })}

opencode (opencode) opencode.json
${snippet({ mcp: { reviews: { type: 'remote', url: ENDPOINT } } })}

Codex (codex) ~/.codex/config.toml
  [mcp_servers.reviews]
  url = "http://localhost:3917/mcp"
`);
  });

  function snippet(settings: object): string {
    return JSON.stringify(settings, undefined, 2).replaceAll(/^/gm, '  ');
  }

  function claudeDesktop(): string {
    return process.platform === 'darwin'
      ? '~/Library/Application Support/Claude/claude_desktop_config.json'
      : '~/.config/Claude/claude_desktop_config.json';
  }

  test('prints the settings of a client and the next step without writing', async () => {
    expect(await cuecard('connect cursor')).toEqual({
      code: 0,
      stdout: `Merge this into .cursor/mcp.json:

${snippet({ mcpServers: { reviews: { url: ENDPOINT } } })}

Enable the server in the settings of Cursor, under MCP.
`,
      stderr: '',
    });
    expect(await readdir(project.path)).toEqual(['cuecard.config.ts', 'package.json']);
  });

  test('prints what the documentation shows, for every client and option', async () => {
    const page = await readFile(new URL('../../../docs/connecting.md', import.meta.url), 'utf8');
    expect(page).toContain((await cuecard('connect cursor')).stdout);
    const rows = [...page.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name);
    const { stdout } = await cuecard('connect --help');
    const all = [...stdout.matchAll(/^ +(--\S+(?: <\w+>)?)/gm)].map(([, option]) => option);
    const options = all.filter((option) => option !== '--no-color'); // Every command has it.
    expect(rows.toSorted()).toEqual([...CLIENT_IDS, ...options].toSorted());
  });

  test('creates the file and its folder with --write, once', async () => {
    expect(await cuecard('connect vscode --write')).toEqual({
      code: 0,
      stdout: 'added "reviews" to .vscode/mcp.json\nStart the server with the command "MCP: List Servers".\n',
      stderr: '',
    });
    const text = await read(MCP);
    expect(JSON.parse(text)).toEqual({ servers: { reviews: { type: 'http', url: 'http://localhost:3917/mcp' } } });
    expect(text.endsWith('}\n')).toBe(true);
    const { mtimeMs } = await stat(join(project.path, MCP));

    const { code, stdout } = await cuecard('connect vscode --write');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'Nothing to do: .vscode/mcp.json already has "reviews".\n',
    });
    expect((await stat(join(project.path, MCP))).mtimeMs).toBe(mtimeMs);
    expect(await filesNextTo(MCP)).toEqual(['mcp.json']);
  });

  test('keeps order, indentation and other servers, and leaves no other file', async () => {
    const before = `{
	"inputs": [],
	"servers": {
		"github": {
			"type": "http",
			"url": "https://api.githubcopilot.com/mcp/"
		}
	},
	"other": 1
}
`;
    await prepare(MCP, before);
    const { stdout } = await cuecard('connect vscode --write');
    expect(stdout).toBe(`added "reviews" to .vscode/mcp.json
Start the server with the command "MCP: List Servers".
`);
    expect(await read(MCP)).toBe(
      before.replace(
        '\t\t}\n\t}',
        `		},
		"reviews": {
			"type": "http",
			"url": "http://localhost:3917/mcp"
		}
	}`,
      ),
    );
    expect(await filesNextTo(MCP)).toEqual(['mcp.json']);
  });

  test.each([
    ['an empty file', '', '{\n  "servers": {\n    "reviews": ENTRY\n  }\n}\n'],
    ['an object on one line', '{ "servers": {} }', '{\n  "servers": {\n    "reviews": ENTRY\n  }\n}\n'],
    [
      'the line ends of Windows',
      '{\r\n    "servers": {\r\n        "a": {}\r\n    }\r\n}\r\n',
      '{\r\n    "servers": {\r\n        "a": {},\r\n        "reviews": ENTRY\r\n    }\r\n}\r\n',
    ],
  ])('merges the settings into %s', async (_file, before, after) => {
    await prepare(MCP, before);
    await cuecard('connect vscode --write');
    const unit = before.includes('\r') ? '        ' : '    ';
    const eol = before.includes('\r') ? '\r\n' : '\n';
    const entry = JSON.stringify({ type: 'http', url: 'http://localhost:3917/mcp' }, null, unit.length / 2);
    expect(await read(MCP)).toBe(after.replace('ENTRY', () => entry.replaceAll('\n', eol + unit)));
  });

  test('changes the transport of a configured server and keeps other settings', async () => {
    await prepare(
      '.cursor/mcp.json',
      '{\n  "mcpServers": {\n    "reviews": {\n      "command": "node",\n      "args": [],\n      "env": { "TOKEN": "x" }\n    }\n  }\n}\n',
    );
    const { stdout } = await cuecard('connect cursor --write --http https://example.org/mcp');
    expect(stdout).toMatch(/^updated "reviews" in \.cursor\/mcp\.json\n/);
    expect(JSON.parse(await read('.cursor/mcp.json'))).toEqual({
      mcpServers: { reviews: { env: { TOKEN: 'x' }, url: 'https://example.org/mcp' } },
    });
  });

  test('removes only this server with --remove, once', async () => {
    const before = '{\n  "servers": {\n    "a": {},\n    "reviews": {\n      "url": "x"\n    },\n    "b": {}\n  }\n}\n';
    await prepare(MCP, before);
    const removed = await cuecard('connect vscode --remove');
    expect(removed.stdout).toBe('removed "reviews" from .vscode/mcp.json\n');
    expect(await read(MCP)).toBe('{\n  "servers": {\n    "a": {},\n    "b": {}\n  }\n}\n');
    expect((await cuecard('connect vscode --remove')).stdout).toBe(
      'Nothing to do: .vscode/mcp.json has no "reviews".\n',
    );
    expect((await cuecard('connect cursor --remove')).stdout).toBe(
      'Nothing to do: .cursor/mcp.json has no "reviews".\n',
    );
    expect(existsSync(join(project.path, '.cursor'))).toBe(false);
  });

  test('prints the difference with --dry-run and writes nothing', async () => {
    const before = '{\n  "servers": {\n    "a": {}\n  }\n}\n';
    await prepare(MCP, before);
    expect((await cuecard('connect vscode --dry-run')).stdout).toBe(`--- .vscode/mcp.json
+++ .vscode/mcp.json
@@ -1,5 +1,9 @@
 {
   "servers": {
-    "a": {}
+    "a": {},
+    "reviews": {
+      "type": "http",
+      "url": "http://localhost:3917/mcp"
+    }
   }
 }
`);
    expect(await read(MCP)).toBe(before);
    expect(await filesNextTo(MCP)).toEqual(['mcp.json']);
  });

  test.each([
    ['a syntax error', '{ "servers": { "a": } }', 'the file is not plain JSON'],
    ['a comment', '{ "servers": {} } // ours', 'the file is not plain JSON'],
    ['a list', '[]', 'the file is not a JSON object'],
    ['a list of servers', '{ "servers": [] }', '"servers" is not an object'],
    [
      'a key twice',
      '{ "servers": {}, "servers": {} }',
      'rewriting the file would lose something, such as a repeated key',
    ],
    ['a number with .0', '{ "a": 1.0 }', 'rewriting the file would lose something, such as a repeated key'],
    ['100,000 levels', `{ "a": ${'['.repeat(100_000)}${']'.repeat(100_000)} }`, 'the file is not plain JSON'],
    ['a byte order mark', '\uFEFF{ "servers": {} }', 'the file is not plain JSON'],
  ])('keeps a file that it cannot write again, and prints what to add: %s', async (_file, text, fault) => {
    await prepare(MCP, text);
    const { code, stdout } = await cuecard('connect vscode --write --json');
    expect({ code, problem: JSON.parse(stdout) }).toEqual({
      code: 1,
      problem: {
        ok: false,
        code: 'settings-by-hand',
        exitCode: 1,
        summary: `The settings of VS Code cannot be changed automatically: ${fault}`,
        where: { path: MCP },
        fix: `Add this to the file by hand:

${JSON.stringify({ servers: { reviews: { type: 'http', url: ENDPOINT } } }, undefined, 2)}
`,
        section: sectionOf('settings-by-hand'),
      },
    });
    expect(await read(MCP)).toBe(text);
    expect(await filesNextTo(MCP)).toEqual(['mcp.json']);
  });

  test('compares the own members of a server only', async () => {
    await prepare(
      MCP,
      '{ "servers": { "reviews": { "__proto__": { "type": "http", "url": "http://localhost:3917/mcp" } } } }',
    );
    const { stdout } = await cuecard('connect vscode --write --json');
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, data: { change: 'updated' } });
    const entry = { type: 'http', url: 'http://localhost:3917/mcp' };
    expect(await read(MCP)).toBe(
      `${JSON.stringify({ servers: { reviews: { ['__proto__']: entry, ...entry } } }, undefined, 2)}\n`,
    );
  });

  test('keeps the permissions of the file', async () => {
    const path = await prepare(MCP, '{}', 0o600);
    await chmod(path, 0o600);
    await cuecard('connect vscode --write');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  test('writes to the target of a link', async () => {
    await prepare('dotfiles/mcp.json', '{}');
    await mkdir(join(project.path, '.vscode'));
    await symlink('../dotfiles/mcp.json', join(project.path, MCP));
    await cuecard('connect vscode --write');
    expect((await lstat(join(project.path, MCP))).isSymbolicLink()).toBe(true);
    expect(JSON.parse(await read('dotfiles/mcp.json'))).toHaveProperty('servers.reviews');
    expect(await filesNextTo('dotfiles/mcp.json')).toEqual(['mcp.json']);
  });

  test('creates the target of a dangling link', async () => {
    await mkdir(join(project.path, '.vscode'));
    await symlink('../dotfiles/mcp.json', join(project.path, MCP));
    await cuecard('connect vscode --write');
    expect((await lstat(join(project.path, MCP))).isSymbolicLink()).toBe(true);
    expect(JSON.parse(await read('dotfiles/mcp.json'))).toHaveProperty('servers.reviews');
  });

  test('reports a file that cannot be read', async () => {
    await mkdir(join(project.path, MCP), { recursive: true });
    const { code, stderr } = await cuecard('connect vscode --write');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `error .vscode/mcp.json cannot be read or written (EISDIR: illegal operation on a directory) [file-inaccessible]
fix Check the path, and its owner and permissions
`,
    });
  });

  test('writes to the home folder with --scope user', async () => {
    const { stdout } = await cuecard('connect claude-code --scope user --name desk --write --json');
    expect(JSON.parse(stdout)).toEqual({
      ok: true,
      data: {
        client: 'claude-code',
        name: 'desk',
        scope: 'user',
        file: join(home.path, '.claude.json'),
        transport: 'http',
        path: ['mcpServers', 'desk'],
        entry: { type: 'http', url: 'http://localhost:3917/mcp' },
        change: 'added',
      },
    });
    expect(JSON.parse(await readFile(join(home.path, '.claude.json'), 'utf8'))).toEqual({
      mcpServers: { desk: { type: 'http', url: 'http://localhost:3917/mcp' } },
    });
  });

  test('writes absolute paths of Node, command and config with --stdio', async () => {
    const cli = join(project.path, 'node_modules/@cuecard/cli');
    await mkdir(cli, { recursive: true });
    await writeFile(join(cli, 'package.json'), '{ "bin": { "cuecard": "./dist/cuecard.js" } }');
    await cuecard('connect claude-code --stdio --write');
    const command = join(cli, 'dist/cuecard.js');
    expect(JSON.parse(await read('.mcp.json'))).toEqual({
      mcpServers: {
        reviews: {
          type: 'stdio',
          command: process.execPath,
          args: [command, 'serve', '--stdio', '--config', join(project.path, 'cuecard.config.ts')],
        },
      },
    });
  });

  test('finds the project above the current folder', async () => {
    const folder = join(project.path, 'src/prompts');
    await mkdir(folder, { recursive: true });
    const { stdout } = await run(['connect', 'cursor', '--write', '--json'], { folder, home: home.path });
    expect(JSON.parse(stdout).data.file).toBe(join(project.path, '.cursor/mcp.json'));
  });

  test('writes to the .jsonc file of opencode if it exists', async () => {
    await prepare('opencode.jsonc', '{ "mcp": {} }');
    await cuecard('connect opencode --write --stdio');
    expect(JSON.parse(await read('opencode.jsonc')).mcp.reviews).toMatchObject({
      type: 'local',
      command: expect.arrayContaining([process.execPath, 'serve', '--stdio']),
    });
    expect(existsSync(join(project.path, 'opencode.json'))).toBe(false);
  });

  test('writes after a yes in a terminal', async () => {
    const { code, stdout, stderr } = await connectCursor('y\r');
    expect(stderr).toContain('Merge the settings into .cursor/mcp.json now?');
    expect({ code, stdout: stdout.split('\n').at(-3) }).toEqual({ code: 0, stdout: expect.stringContaining('added') });
    expect(JSON.parse(await read('.cursor/mcp.json'))).toHaveProperty('mcpServers.reviews');
  });

  test('writes nothing without a yes in a terminal', async () => {
    const { code, stdout } = await connectCursor('\r');
    expect({ code, stdout: stdout.split('\n')[0] }).toEqual({
      code: 0,
      stdout: 'Merge this into .cursor/mcp.json:',
    });
    expect(existsSync(join(project.path, '.cursor'))).toBe(false);
  });

  test('exits with 130 on Ctrl-C at the question', async () => {
    expect((await connectCursor('\u0003')).code).toBe(130);
    expect(existsSync(join(project.path, '.cursor'))).toBe(false);
  });

  test.each([
    ['connect cursr', 2, 'client-unknown'],
    ['connect --write', 2, 'client-missing'],
    ['connect vscode --http localhost', 2, 'url-refused'],
    ['connect vscode --http http://localhost --stdio', 2, 'options-contradict'],
    ['connect vscode --write --remove', 2, 'options-contradict'],
    ['connect claude-desktop --scope project', 2, 'scope-unknown'],
    ['connect claude-desktop --http http://localhost', 2, 'transport-unknown'],
    ['connect vscode --name my.desk', 2, 'name-refused'],
    ['connect codex --write', 1, 'settings-by-hand'],
  ])('rejects `%s` with %i: %s', async (argv, exitCode, code) => {
    const { code: ended, stdout } = await cuecard(`${argv} --json`);
    const { summary, fix, where: _where, ...rest } = JSON.parse(stdout);
    expect({ ended, ...rest }).toEqual({
      ended: exitCode,
      ok: false,
      exitCode,
      code,
      section: sectionOf(code),
    });
    expect([summary, fix]).toEqual([expect.stringMatching(/[^.]$/), expect.any(String)]);
  });

  test('rejects --stdio without a config', async () => {
    const { path, remove } = await emptyFolder();
    const { code, stdout } = await run(['connect', 'vscode', '--stdio', '--write', '--json'], { folder: path });
    expect({ code, problem: JSON.parse(stdout).code }).toEqual({ code: 3, problem: 'config-missing' });
    await remove();
  });

  test('makes existing files in a command absolute', async () => {
    await prepare('dist/server.js', '');
    const argv = [
      'connect',
      'cursor',
      '--json',
      '--name',
      'own',
      '--stdio',
      '--',
      'node',
      'dist/server.js',
      '.',
      'dist',
      'a/b',
    ];
    const { stdout } = await run(argv, { folder: project.path, home: home.path, env: { PATH: '' } });
    expect(JSON.parse(stdout).data.entry).toEqual({
      command: 'node',
      args: [join(project.path, 'dist/server.js'), project.path, 'dist', 'a/b'],
    });
  });

  test('connects another server by its command and a name', async () => {
    const server = ['--', 'npx', '-y', '@modelcontextprotocol/server-memory'];
    const surroundings = { folder: home.path, home: home.path, env: { PATH: '' } }; // There is no project.
    const unnamed = await run(['connect', 'cursor', '--stdio', '--json', ...server], surroundings);
    expect([unnamed.code, JSON.parse(unnamed.stdout).code]).toEqual([2, 'arguments-missing']);
    const { code } = await run(
      ['connect', 'cursor', '--write', '--name', 'memory', '--stdio', ...server],
      surroundings,
    );
    const settings = JSON.parse(await readFile(join(home.path, '.cursor/mcp.json'), 'utf8'));
    expect({ code, settings }).toEqual({
      code: 0,
      settings: { mcpServers: { memory: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-memory'] } } },
    });
  });

  describe('with the programs of clients', () => {
    const server = '--stdio --name memory -- npx -y memory --port 1';

    /** Runs the command with programs on the PATH that record their arguments. */
    async function withPrograms(argv: string, script = 'printf "%s\\n" "${0##*/}" "$@" > "$HOME/called"') {
      const folder = join(home.path, 'bin');
      await mkdir(folder);
      for (const name of ['claude', 'code', 'gemini', 'codex'])
        await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      const ran = await cuecard(argv, { PATH: folder });
      const called = await readFile(join(home.path, 'called'), 'utf8').catch(() => '');
      return { ...ran, called: called.split('\n').slice(0, -1) };
    }

    test.each([
      [
        'claude-code --write',
        ['claude', 'mcp', 'add', '--scope', 'project', '--transport', 'http', 'reviews', ENDPOINT],
      ],
      [
        `claude-code --write --scope user ${server}`,
        ['claude', ...'mcp add --scope user --transport stdio memory -- npx -y memory --port 1'.split(' ')],
      ],
      ['claude-code --remove', ['claude', 'mcp', 'remove', '--scope', 'project', 'reviews']],
      ['vscode --write --scope user', ['code', '--add-mcp', `{"name":"reviews","type":"http","url":"${ENDPOINT}"}`]],
      ['gemini --write', ['gemini', 'mcp', 'add', '--scope', 'project', '--transport', 'http', 'reviews', ENDPOINT]],
      [
        `gemini --write --scope user ${server}`,
        ['gemini', ...'mcp add --scope user --transport stdio memory npx -- -y memory --port 1'.split(' ')],
      ],
      ['gemini --remove --scope user', ['gemini', 'mcp', 'remove', '--scope', 'user', 'reviews']],
      ['codex --write', ['codex', 'mcp', 'add', 'reviews', '--url', ENDPOINT]],
      [`codex --write ${server}`, ['codex', 'mcp', 'add', 'memory', '--', 'npx', '-y', 'memory', '--port', '1']],
      ['codex --remove', ['codex', 'mcp', 'remove', 'reviews']],
    ])('calls the client and writes no file: %s', async (argv, expected) => {
      const { code, called } = await withPrograms(`connect ${argv}`);
      expect({ code, called }).toEqual({ code: 0, called: expected });
      expect(await readdir(project.path)).toEqual(['cuecard.config.ts', 'package.json']);
      expect((await readdir(home.path)).toSorted()).toEqual(['bin', 'called']);
    });

    test('prints the command and the next step', async () => {
      const { stdout } = await withPrograms('connect vscode --scope user --write');
      expect(stdout).toBe(`added "reviews" by code --add-mcp '{"name":"reviews","type":"http","url":"${ENDPOINT}"}'
Start the server with the command "MCP: List Servers".
`);
    });

    test.each(['connect codex', 'connect codex --dry-run'])('calls nothing with `%s`', async (argv) => {
      const { stdout, called } = await withPrograms(argv);
      expect({ called, isPrinted: stdout.includes(`codex mcp add reviews --url ${ENDPOINT}`) }).toEqual({
        called: [],
        isPrinted: true,
      });
    });

    test('writes the file of a scope that the program of the client does not change', async () => {
      const { called } = await withPrograms('connect vscode --write');
      expect({ called, settings: JSON.parse(await read(MCP)) }).toEqual({
        called: [],
        settings: { servers: { reviews: { type: 'http', url: ENDPOINT } } },
      });
    });

    test('reports the output of a client that fails', async () => {
      const { code, stdout } = await withPrograms(
        'connect claude-code --write --json',
        'echo "reviews exists" >&2; exit 1',
      );
      expect({ code, problem: JSON.parse(stdout) }).toEqual({
        code: 1,
        problem: {
          ok: false,
          exitCode: 1,
          code: 'client-failed',
          summary: `Claude Code rejected the command claude mcp add --scope project --transport http reviews ${ENDPOINT}`,
          why: 'reviews exists',
          fix: 'Run the command by hand. If the client already has a server with this name, remove the server first with --remove',
          section: sectionOf('client-failed'),
        },
      });
    });
  });
});
