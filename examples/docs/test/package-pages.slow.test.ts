/** @slow takes more than a second: starts the examples of the packages' pages as processes */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const pathOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Returns the first block of a prompt. */
async function textOf(client: Client, name: string): Promise<string> {
  const { messages } = await client.getPrompt({ name });
  await client.close();
  const content = messages[0]?.content;
  return content?.type === 'text' ? content.text : '';
}

function newClient(): Client {
  return new Client({ name: 'newcomer', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
}

test.each([
  { page: 'mcp-sdk', name: 'greet', text: 'Say hello.' },
  { page: 'tsyringe', name: 'greet', text: 'Greet me with one of these: Hello, Good morning.' },
  { page: 'resources', name: 'review', text: 'Review by these guidelines.' },
  { page: 'interceptors', name: 'greet', text: 'Say hello.' },
  { page: 'openfeature', name: 'greet', text: 'Say hello.' },
])('the example of @cuecard/$page serves its prompt over stdio', async ({ page, name, text }) => {
  const client = newClient();
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [pathOf(`dist/packages/${page}.js`)],
    cwd: pathOf('../first-prompt'),
    stderr: 'ignore',
  });
  await client.connect(transport);
  expect(await textOf(client, name)).toBe(text);
});

test.each([
  { page: 'server', text: 'Say hello.' },
  { page: 'nestjs', text: 'Greet me with one of these: Hello, Good morning.' },
])('the example of @cuecard/$page serves its prompt over HTTP', async ({ page, text }) => {
  const env = { ...process.env, PORT: '0' };
  const server = spawn(process.execPath, [pathOf(`dist/packages/${page}.js`)], { env });
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let output = '';
      server.stdout.on('data', (data) => {
        output += String(data);
        const [, address] = /Serving (\S+)\n/.exec(output) ?? [];
        if (address !== undefined) resolve(address);
      });
      server.once('exit', () => reject(new Error(output)));
    });
    const client = newClient();
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    expect(await textOf(client, 'greet')).toBe(text);
  } finally {
    server.kill();
  }
});
