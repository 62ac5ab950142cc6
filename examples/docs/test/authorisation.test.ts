import { describe, expect, test } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { namesFor, serve } from '../dist/authorisation.js';

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
