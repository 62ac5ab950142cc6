import { Prompt, type PromptHandler, Runtime } from '@cuecard/core';
import { serveStdio } from '@cuecard/mcp-sdk';
import { expect, test } from '@jest/globals';
import { inProcess } from './support/in-process.ts';
import { initialize } from './support/raw.ts';
import { askOverStdio } from './support/speaking.ts';

test('a client of a later revision finds out over stdio that it must fall back, and may', async () => {
  @Prompt()
  class Only implements PromptHandler {
    render = () => 'only';
  }
  const server = await inProcess({ serveStdio }, new Runtime({ prompts: [Only] }));
  const ask = askOverStdio(server);
  const meta = (protocolVersion: unknown) => ({
    _meta: {
      'io.modelcontextprotocol/protocolVersion': protocolVersion,
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  });
  for (const params of [meta('2026-07-28'), meta('2099-01-01'), meta(5), {}, undefined]) {
    expect(await ask('server/discover', params)).toEqual({ code: -32601, message: 'Method not found' });
  }
  expect(await server.lines.ask(JSON.stringify(initialize('2025-11-25')))).toMatchObject({
    result: { protocolVersion: '2025-11-25' },
  });
  expect(await ask('prompts/list')).toEqual({ prompts: [{ name: 'only' }] });
  await server.close();
});
