import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CallOptions, NotFoundError, type Runtime } from '@cuecard/core';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { OpenFeature } from '@openfeature/server-sdk';
import { authorised, namesFor } from './authorised.js';
import { Postmortem } from './incidents.js';
import { runtimeWithFlags } from './flags.js';
import { rollout } from './rollout.js';
import { serve } from './served.js';

// Everything that the pages on authorisation and versions say: asked in process, and by an official client.
const warnings: unknown[] = [];
console.warn = (line: unknown) => warnings.push(line);

await knowByScopes();
await knowByPlan();
await staySilent();
await markWhoMayKeep();
await authenticate();
await choose();
await address();
await moveByFlag();
await warn();
console.log('access-and-versions: every example of the pages on authorisation and versions does what they say');

function ada(...scopes: string[]): CallOptions {
  return { auth: { principal: 'ada', scopes } };
}

async function knowByScopes(): Promise<void> {
  assert.deepEqual(await namesFor(), ['status']);
  assert.deepEqual(await namesFor({ principal: 'bob', scopes: ['incidents:read'] }), ['postmortem', 'status']);
  const scopes = ['incidents:read', 'support:write'];
  assert.deepEqual(await namesFor({ principal: 'bob', scopes }), ['postmortem', 'status', 'support_notice']);
}

async function knowByPlan(): Promise<void> {
  assert.deepEqual(await namesFor({ principal: 'ada', scopes: [] }), ['retrospective', 'status']);
  assert.deepEqual(await namesFor({ principal: 'bob', scopes: [] }), ['status']);
}

async function staySilent(): Promise<void> {
  const ref = { type: 'ref/prompt', name: 'postmortem' } as const;
  const answers = [
    authorised.prompts.get({ name: 'postmortem' }),
    authorised.prompts.get({ name: 'postmortem' }, ada('incidents')),
    authorised.complete({ ref, argument: { name: 'x', value: '' } }),
  ];
  for (const answer of answers)
    await assert.rejects(answer, {
      code: -32602,
      message: 'Unknown prompt "postmortem"',
      data: { prompt: 'postmortem' },
    });
  await assert.rejects(authorised.prompts.render(Postmortem, {}), NotFoundError);
  await assert.rejects(authorised.prompts.get({ name: 'postmorten' }), { message: 'Unknown prompt "postmorten"' });
  await assert.rejects(authorised.prompts.get({ name: 'postmorten' }, ada('incidents:read')), {
    message: 'Unknown prompt "postmorten"; did you mean "postmortem"?',
  });
}

async function markWhoMayKeep(): Promise<void> {
  const { cacheScope } = await authorised.prompts.list({}, { client: { revision: '2026-07-28' } });
  assert.equal(cacheScope, 'private');
}

async function authenticate(): Promise<void> {
  const server = await serve(0);
  const connect = async (headers: Record<string, string>) => {
    const client = new Client({ name: 'story', version: '1.0.0' });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers } }) as Transport,
    );
    return client;
  };
  await assert.rejects(connect({}), /401|Unauthorized/);
  const client = await connect({ authorization: 'Bearer ada-s-token' });
  const { prompts } = await client.listPrompts();
  assert.deepEqual(
    prompts.map(({ name }) => name),
    ['postmortem', 'retrospective', 'status'],
  );
  await client.close();
  await server.close();
}

async function served(call: CallOptions = {}, name = 'summary'): Promise<unknown> {
  const { prompts } = await rollout.prompts.list({}, call);
  const { _meta } = await rollout.prompts.get({ name }, call);
  const version = _meta?.['dev.cuecard/version'];
  if (name === 'summary') assert.equal(prompts[0]?._meta?.['dev.cuecard/version'], version);
  return version;
}

async function choose(): Promise<void> {
  assert.equal(await served(), '1.0.0');
  assert.equal(await served({ bag: { pinned: '2.0.0' } }), '2.0.0');
  assert.equal(await served({ ...ada(), client: { revision: '2025-11-25', name: 'old-editor' } }), '1.0.0');
  const principals = Array.from({ length: 1_000 }, (_, index) => ({ auth: { principal: `p${index}`, scopes: [] } }));
  const versions = await Promise.all(principals.map((call) => served(call)));
  const canaries = versions.filter((version) => version === '3.0.0-beta.1').length;
  assert(canaries > 60 && canaries < 140);
  assert.deepEqual(await Promise.all(principals.map((call) => served(call))), versions);
}

async function address(): Promise<void> {
  assert.equal(await served({}, 'summary@2.0.0'), '2.0.0');
  await assert.rejects(rollout.prompts.get({ name: 'summary@2.0' }), {
    message: 'Unknown prompt "summary@2.0"; did you mean "summary@2.0.0"?',
  });
  const { prompts } = await rollout.prompts.list();
  assert.equal(prompts[0]?.description, 'Deprecated: use version 2.');
  assert.equal(prompts[0]?._meta?.['dev.cuecard/deprecated'], 'use version 2');
}

async function moveByFlag(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cuecard-flags-'));
  const file = join(folder, 'flags.json');
  await assert.rejects(runtimeWithFlags(file), /File not found/);
  const flags = await readFile(new URL('../flags.json', import.meta.url), 'utf8');
  await writeFile(file, flags);
  const runtime = await runtimeWithFlags(file);
  const callers = Array.from({ length: 2_000 }, (_, index) => `p${index}`);
  const versions = await Promise.all(callers.map((principal) => versionFor(runtime, principal)));
  const share = versions.filter((version) => version === '3.0.0-beta.1').length / versions.length;
  assert(share > 0.08 && share < 0.12);
  const changed = new Promise((resolve) => runtime.onListChanged(resolve));
  await writeFile(file, flags.replace('"canary", 10', '"canary", 100').replace('"stable", 90', '"stable", 0'));
  assert.equal(await changed, 'prompt');
  assert.equal(await versionFor(runtime, 'p1'), '3.0.0-beta.1');
  await OpenFeature.close();
  await rm(folder, { recursive: true });
}

async function versionFor(runtime: Runtime, principal: string): Promise<unknown> {
  const { _meta } = await runtime.prompts.get({ name: 'summary' }, { auth: { principal, scopes: [] } });
  return _meta?.['dev.cuecard/version'];
}

async function warn(): Promise<void> {
  await served({}, 'summary@1.0.0');
  assert.deepEqual(warnings, [
    'byPercentage("canary") cannot choose for callers with neither a principal nor a session: the next selector decides for them',
    'Prompt "summary@1.0.0" is deprecated but still used: use version 2',
  ]);
}
