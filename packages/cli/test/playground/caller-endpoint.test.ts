import { definePrompt, defineTool, Runtime } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { closables } from '../../../server/test/support/closables.ts';
import type { LoggedCall } from '../../build/playground/api.js';
import { servedPage, type ServedPage } from './support/served-page.ts';

const open = closables();
const runtime = new Runtime({
  prompts: [definePrompt({ name: 'near', render: () => 'here' })],
  tools: [
    defineTool({
      name: 'pay',
      scopes: ['orders:write'],
      call: (_args, { auth }) => JSON.stringify([auth?.principal, auth?.scopes]),
    }),
  ],
});

const REVISION = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'page', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const CALL = {
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': REVISION,
    'mcp-method': 'tools/call',
    'mcp-name': 'pay',
  },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'pay', _meta: META } }),
};

async function callAs({ api }: ServedPage, query: string): Promise<unknown> {
  const { result, error } = (await (await api(`mcp?${query}`, CALL)).json()) as {
    readonly result?: { readonly content: readonly { readonly text: string }[] };
    readonly error?: { readonly message: string };
  };
  return error?.message ?? JSON.parse(result?.content[0]?.text ?? '');
}

describe('POST /-/mcp', () => {
  test('calls as the principal and with the scopes of the query', async () => {
    const page = await servedPage(runtime, open);
    expect(await callAs(page, 'principal=ann&scopes=orders:read+orders:write')).toEqual([
      'ann',
      ['orders:read', 'orders:write'],
    ]);
    expect(await callAs(page, 'scopes=orders:write')).toEqual(['developer', ['orders:write']]);
    expect(await callAs(page, 'principal=ann')).toBe('Unknown tool "pay"');
  });

  test('logs the call', async () => {
    const page = await servedPage(runtime, open);
    await callAs(page, 'scopes=orders:write');
    const calls = await page.get<LoggedCall[]>('calls');
    expect(calls.map(({ method, params }) => [method, params])).toEqual([['tools/call', { name: 'pay', _meta: META }]]);
  });

  test('requires the token, the origin of the page, and POST', async () => {
    const { api, endpoint } = await servedPage(runtime, open);
    const url = new URL('/-/mcp?scopes=orders:write', endpoint);
    const foreign = { ...CALL.headers, origin: 'http://localhost:5173' };
    const answers = [fetch(url, CALL), api('mcp', { ...CALL, headers: foreign }), api('mcp')];
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([401, 403, 405]);
  });

  test('does not open the public endpoint to the token', async () => {
    const { endpoint, token } = await servedPage(runtime, open);
    const headers = { ...CALL.headers, authorization: `Bearer ${token}` };
    const url = `${endpoint}?principal=ann&scopes=orders:write`;
    const { error } = (await (await fetch(url, { ...CALL, headers })).json()) as { error: { message: string } };
    expect(error.message).toBe('Unknown tool "pay"');
  });
});
