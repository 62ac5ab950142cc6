/** @slow takes more than a second: bundles a server, and starts it twice */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { PIXEL } from '../dist/bundling/badge.js';
import { bundle } from '../dist/bundling/bundle.js';

async function resultsOf(script: string) {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [script] }));
  const { prompts } = await client.listPrompts();
  const { messages } = await client.getPrompt({ name: 'badge' });
  await client.close();
  return { prompts, contents: messages.map(({ content }) => content) };
}

test('bundle makes one file that serves the same without packages', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bundled-'));
  const outfile = join(folder, 'service.mjs');
  await bundle(outfile);
  const developed = await resultsOf(fileURLToPath(new URL('../dist/bundling/stdio.js', import.meta.url)));
  expect(developed.prompts.map(({ name }) => name)).toEqual(['badge', 'releases_summary', 'reviews_summary']);
  expect(developed.contents).toEqual([
    { type: 'text', text: 'Describe this badge.' },
    { type: 'image', mimeType: 'image/png', data: PIXEL },
  ]);
  expect(await resultsOf(outfile)).toEqual(developed);
  await rm(folder, { recursive: true });
});
