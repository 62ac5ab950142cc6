import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { clientSettings } from '../dist/client-settings.js';
import { CHECKOUT } from '../dist/command-line.js';
import { openDesk } from '../dist/desk.js';
import { welcome } from '../dist/welcome.js';
import { SampleRepository } from '../dist/story/sample-repository.js';

const HTTP = 'examples/review-desk/dist/http.js';
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

let sample: SampleRepository;

beforeAll(() => {
  sample = new SampleRepository();
});

afterAll(() => sample.remove());

test('a port in use is one line that says what to do', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  expect(await ending(start('http.js', '--port', String(port)))).toEqual({
    code: 1,
    stdout: '',
    stderr: `review-desk: Port ${port} on 127.0.0.1 is in use: choose another port, or 0 for any free one, with --port.\n`,
  });
  other.close();
});

// Each is a process, of which two come back to what others have shown.
test.each([
  ...(process.env['CI']
    ? [
        ['http.js', ['--port', 'http'], 'The port must be a number from 0 to 65535; 0 takes any free one.'] as const,
        [
          'stdio.js',
          ['--repository', '/missing'],
          'There is no folder /missing. Name one that exists with --repository.',
        ] as const,
      ]
    : []),
  ['http.js', ['--port', '65536'], 'The port must be a number from 0 to 65535; 0 takes any free one.'],
  ['http.js', ['--repository', '/missing'], 'There is no folder /missing. Name one that exists with --repository.'],
  ['stdio.js', ['--repository', process.execPath], `${process.execPath} is no folder. Name the folder that holds it.`],
  ['stdio.js', ['--port', '1'], "Unknown option '--port'"],
] as const)('%s with the options %j says in one line what is wrong', async (script, options, line) => {
  expect(await ending(start(script, ...options))).toEqual({ code: 1, stdout: '', stderr: `review-desk: ${line}\n` });
});

test.each(process.env['CI'] ? SIGNALS : SIGNALS.slice(1))(
  'over HTTP the desk welcomes, and ends with 0 on %s',
  async (signal) => {
    const child = start('http.js', '--port', '0', '--repository', sample.path);
    await once(child.stdout, 'readable');
    child.kill(signal);
    const { code, stdout, stderr } = await ending(child);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [url = ''] = /http:\S+/.exec(stdout) ?? [];
    const settings = `node ${HTTP} --clients --port ${new URL(url).port} --repository ${sample.path}`;
    expect(stdout).toBe(screen(sample.path, url, settings));
    expect(stdout.split('\n').length).toBeLessThanOrEqual(24);
  },
);

/** The whole welcome. */
function screen(folder: string, url: string, settings: string): string {
  return `
Review desk 0.1.0 serves ${folder}

  commit_message [style]
  explain_file path
  minutes path
  onboarding [folder]
  release_notes from [to]
  review_changes from [to]
  review_code code [language] [focus] [limit]
  review_image path

Get a prompt from another terminal:
  npx -y @modelcontextprotocol/inspector --cli ${url} \\
    --transport http --method prompts/get \\
    --prompt-name review_code --prompt-args code=1/0
Connect Claude, VS Code or Cursor; this prints their settings:
  ${settings}

URL   ${url}
Stop  Ctrl-C
`;
}

test('in colour, the welcome is the same text', async () => {
  const desk = openDesk(sample.path);
  const url = 'http://127.0.0.1:3917/mcp';
  const coloured = await welcome(desk, { url, inColour: true });
  expect(coloured).toContain('\u001B[1m');
  expect(stripVTControlCharacters(coloured)).toBe(await welcome(desk, { url, inColour: false }));
});

test('--clients prints the settings of clients, and serves nothing', async () => {
  const { code, stdout, stderr } = await ending(start('http.js', '--clients', '--port', '4000'));
  const address = { folder: CHECKOUT, url: 'http://127.0.0.1:4000/mcp' };
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: clientSettings(address), stderr: '' });
});

test.each([
  ['darwin', '/home/ada/Library/Application Support/Claude/claude_desktop_config.json'],
  ['linux', '/home/ada/.config/Claude/claude_desktop_config.json'],
  ['win32', '/home/ada/AppData/Roaming/Claude/claude_desktop_config.json'],
] as const)('on %s the settings name the files, the path of Node and what to do afterwards', (platform, file) => {
  const address = { folder: sample.path, url: 'http://127.0.0.1:3917/mcp' };
  const stdio = join(import.meta.dirname, '../dist/stdio.js');
  expect(clientSettings(address, { platform, home: '/home/ada' })).toBe(`
Claude Desktop starts the desk itself. Merge this into
${file}, beside what is there:

  {
    "mcpServers": {
      "review-desk": {
        "command": ${JSON.stringify(process.execPath)},
        "args": [
          ${JSON.stringify(stdio)},
          "--repository",
          ${JSON.stringify(sample.path)}
        ]
      }
    }
  }

Quit Claude Desktop, and start it again.

VS Code connects to the desk while it runs. Merge this into
.vscode/mcp.json, beside what is there:

  {
    "servers": {
      "review-desk": {
        "type": "http",
        "url": "http://127.0.0.1:3917/mcp"
      }
    }
  }

Start it there with the command "MCP: List Servers".

Cursor connects to the desk while it runs. Merge this into
/home/ada/.cursor/mcp.json, beside what is there:

  {
    "mcpServers": {
      "review-desk": {
        "url": "http://127.0.0.1:3917/mcp"
      }
    }
  }

Restart Cursor.

Claude Code connects to the desk while it runs. Run this, and start a new session:

  claude mcp add --transport http review-desk http://127.0.0.1:3917/mcp

`);
});

test('over stdio the desk ends with 0 when the client has gone, and has written nothing of its own', async () => {
  const child = start('stdio.js', '--repository', sample.path);
  child.stdin.end();
  expect(await ending(child)).toEqual({ code: 0, stdout: '', stderr: '' });
});

function start(script: string, ...args: string[]): ChildProcessWithoutNullStreams {
  const path = join(import.meta.dirname, '..', 'dist', script);
  return spawn(process.execPath, [path, ...args], {
    cwd: CHECKOUT,
    env: { HOME: homedir(), PATH: process.env['PATH'], NO_COLOR: '1' },
  });
}

async function ending(child: ChildProcessWithoutNullStreams) {
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code, stdout, stderr };
}
