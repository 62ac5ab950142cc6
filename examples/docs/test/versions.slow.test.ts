/** @slow takes more than a second: the provider of flags looks at its file every five seconds */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallOptions, Runtime } from '@cuecard/core';
import { connect } from '@cuecard/testing';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { OpenFeature } from '@openfeature/server-sdk';
import { rollout, runtimeWithFlags } from '../dist/versions.js';

const principal = (name: string): CallOptions => ({ auth: { principal: name, scopes: [] } });
const PRINCIPALS = Array.from({ length: 1_000 }, (_, index) => principal(`p${index}`));

async function versionOf(runtime: Runtime, call: CallOptions = {}, name = 'summary'): Promise<unknown> {
  const { _meta } = await runtime.prompts.get({ name }, call);
  return _meta?.['dev.cuecard/version'];
}

/** Returns the percentage of principals that get the canary. */
async function canaryShare(runtime: Runtime): Promise<number> {
  const versions = await Promise.all(PRINCIPALS.map((call) => versionOf(runtime, call)));
  return (100 * versions.filter((version) => version === '3.0.0-beta.1').length) / versions.length;
}

beforeAll(() => {
  for (const level of ['warn', 'error'] as const) jest.spyOn(console, level).mockImplementation(() => {});
});
afterAll(() => void jest.restoreAllMocks());

describe('rollout', () => {
  test('selects by tenant, then by client, then by label', async () => {
    const client = { revision: '2025-11-25', name: 'old-editor' } as const;
    expect([
      await versionOf(rollout, { bag: { pinned: '2.0.0' } }),
      await versionOf(rollout, { ...principal('ada'), client }),
      await versionOf(rollout),
    ]).toEqual(['2.0.0', '1.0.0', '1.0.0']);
  });

  test('serves the canary to the same tenth of principals', async () => {
    const share = await canaryShare(rollout);
    expect(share).toBeGreaterThan(6);
    expect(share).toBeLessThan(14);
    expect(await canaryShare(rollout)).toBe(share);
  });

  test('shows an official client the deprecated version in production, and serves others by name', async () => {
    const client = await connect(rollout, { revision: '2026-07-28' }); // Without a session, which may be among the canaries.
    const { prompts } = await client.listPrompts();
    expect(prompts).toMatchObject([
      {
        description: 'Deprecated: use version 2.',
        _meta: { 'dev.cuecard/version': '1.0.0', 'dev.cuecard/deprecated': 'use version 2' },
      },
    ]);
    const { _meta } = await client.getPrompt({ name: 'summary@2.0.0' });
    expect(_meta).toMatchObject({ 'dev.cuecard/version': '2.0.0' });
    await expect(client.getPrompt({ name: 'summary@2.0' })).rejects.toThrow('did you mean "summary@2.0.0"?');
    await client.getPrompt({ name: 'summary@1.0.0' });
    expect(console.warn).toHaveBeenCalledWith('Prompt "summary@1.0.0" is deprecated but still used: use version 2');
    await client.close();
  });
});

test('runtimeWithFlags follows a file of flags, and rejects a missing one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cuecard-flags-'));
  const file = join(folder, 'flags.json');
  await expect(runtimeWithFlags(file)).rejects.toThrow('File not found');
  await cp(new URL('../src/flags.json', import.meta.url), file);
  const runtime = await runtimeWithFlags(file);
  const share = await canaryShare(runtime);
  expect(share).toBeGreaterThan(7);
  expect(share).toBeLessThan(13);
  const changed = new Promise((resolve) => runtime.onListChanged(resolve));
  const flags = await readFile(file, 'utf8');
  await writeFile(file, flags.replace('"canary", 10', '"canary", 100').replace('"stable", 90', '"stable", 0'));
  expect(await changed).toBe('prompt');
  expect(await versionOf(runtime, principal('p1'))).toBe('3.0.0-beta.1');
  await OpenFeature.close();
  await rm(folder, { recursive: true });
});
