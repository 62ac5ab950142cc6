import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CallOptions, DefinitionError, Registry, NotFoundError } from '@cuecard/core';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { authorised, namesFor } from './authorised.js';
import { Postmortem } from './incidents.js';
import { promote } from './promotion.js';
import { rollout } from './rollout.js';
import { serve } from './served.js';
import { ShortSummary, Summary } from './summaries.js';

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
await promoteAndRollBack();
await keepThroughEdits();
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

async function promoteAndRollBack(): Promise<void> {
  let notices = 0;
  const stop = rollout.onListChanged(() => (notices += 1));
  const seen: unknown[] = [];
  for (const to of ['summary@2.0.0', 'summary@1.0.0']) {
    promote(rollout, to);
    await sleep(100); // Notices are collected for 50 ms.
    seen.push(await served(), notices);
  }
  stop();
  assert.deepEqual(seen, ['2.0.0', 1, '1.0.0', 2]);
  assert.throws(() => promote(rollout, 'summary@2.1.0'), DefinitionError);
  assert.throws(
    () => promote(rollout, 'summary@2.1.0'),
    /is not a version of a prompt\. Point it to "summary@2\.0\.0" instead/,
  );
}

async function keepThroughEdits(): Promise<void> {
  promote(rollout, 'summary@2.0.0');
  rollout.replace(rollout.registry.with(Summary)); // Its code says that it is the one in production.
  assert.equal(await served(), '2.0.0');
  rollout.replace(new Registry([Summary, ShortSummary])); // A registry from nothing knows what the code says.
  assert.equal(await served(), '1.0.0');
}

async function warn(): Promise<void> {
  await served({}, 'summary@1.0.0');
  assert.deepEqual(warnings, [
    'Prompt "summary@1.0.0" is deprecated but still used: use version 2',
    'The option select uses the label "canary", which no version has. It has no effect. See docs/troubleshooting.md#label-unknown',
  ]);
}
