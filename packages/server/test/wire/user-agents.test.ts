import { definePrompt, Runtime } from '@cuecard/core';
import { serveHttp } from '@cuecard/server';
import { describe, expect, test } from '@jest/globals';
import { closables } from '../support/closables.ts';
import { post } from './support/raw.ts';

const open = closables();

async function toolNames(headers: Record<string, string>): Promise<readonly string[]> {
  const runtime = new Runtime({ prompts: [definePrompt({ name: 'greet', render: () => 'Hello' })] });
  const server = await serveHttp(runtime, { name: 'desk', version: '1', port: 0, sessions: false });
  open.push(server);
  const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const { body } = await post(server.url, request, headers);
  return (body as { result: { tools: { name: string }[] } }).result.tools.map(({ name }) => name);
}

describe('ServeHttpOptions.sessions: false', () => {
  test.each(['codex-mcp-client/0.169.0', 'copilot-cli/1.0.102', 'opencode/1.18.33', 'kilo/7.7.9'])(
    'recognises a host by the user agent %s',
    async (agent) => {
      expect(await toolNames({ 'user-agent': agent, 'mcp-protocol-version': '2025-11-25' })).toEqual(['greet']);
      expect(await toolNames({ 'user-agent': agent })).toEqual(['greet']);
    },
  );

  test.each(['node', 'undici', 'cline/3', 'codex-mcp-clients/1', 'my opencode/1', '/', '__proto__/1'])(
    'recognises no host by the user agent %s',
    async (agent) => {
      expect(await toolNames({ 'user-agent': agent, 'mcp-protocol-version': '2025-11-25' })).toEqual([]);
    },
  );
});
