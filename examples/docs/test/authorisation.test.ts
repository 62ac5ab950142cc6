import { NotFoundError } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { authorised, namesFor } from '../dist/authorisation/authorised.js';
import { Postmortem } from '../dist/authorisation/incidents.js';
import { serve } from '../dist/authorisation/served.js';

describe('authorised', () => {
  const caller = (principal: string, ...scopes: string[]) => ({ principal, scopes });

  test('lists prompts and packs by the scopes of the caller', async () => {
    expect(await namesFor()).toEqual(['status']);
    expect(await namesFor(caller('bob', 'incidents:read'))).toEqual(['postmortem', 'status']);
    const both = caller('bob', 'incidents:read', 'support:write');
    expect(await namesFor(both)).toEqual(['postmortem', 'status', 'support_notice']);
  });

  test('lists prompts by the plan of the caller', async () => {
    expect(await namesFor(caller('ada'))).toEqual(['retrospective', 'status']);
    expect(await namesFor(caller('bob'))).toEqual(['status']);
  });

  test('answers as for an unknown prompt if the scope is missing', async () => {
    const ref = { type: 'ref/prompt', name: 'postmortem' } as const;
    const calls = [
      authorised.prompts.get({ name: 'postmortem' }),
      authorised.prompts.get({ name: 'postmortem' }, { auth: caller('ada', 'incidents') }),
      authorised.complete({ ref, argument: { name: 'x', value: '' } }),
    ];
    const unknown = { code: -32602, message: 'Unknown prompt "postmortem"', data: { prompt: 'postmortem' } };
    for (const call of calls) await expect(call).rejects.toMatchObject(unknown);
    await expect(authorised.prompts.render(Postmortem, {})).rejects.toThrow(NotFoundError);
  });

  test('suggests only names that the caller may know', async () => {
    const misspelt = { name: 'postmorten' };
    await expect(authorised.prompts.get(misspelt)).rejects.toThrow(/^Unknown prompt "postmorten"$/);
    const call = authorised.prompts.get(misspelt, { auth: caller('ada', 'incidents:read') });
    await expect(call).rejects.toThrow('did you mean "postmortem"?');
  });

  test('marks lists as private', async () => {
    const { cacheScope } = await authorised.prompts.list({}, { client: { revision: '2026-07-28' } });
    expect(cacheScope).toBe('private');
  });
});

test('serve lists the prompts of the caller of a token, and requires one', async () => {
  const server = await serve(0);
  const client = new Client({ name: 'test', version: '1.0.0' });
  const connect = (headers: Record<string, string>) =>
    client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers } }));
  await expect(connect({})).rejects.toThrow(/401|Unauthorized/);
  await connect({ authorization: 'Bearer ada-s-token' });
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(['postmortem', 'retrospective', 'status']);
  await client.close();
  await server.close();
});
