import { createHandler, serveHttp, serveStdio } from '@cuecard/mcp-server';
import { headers } from '../../mcp-sdk/test/support/raw.ts';
import { testWork } from '../../mcp-sdk/test/support/work-behaviour.ts';
import { envelope, headersOf } from './support/modern.ts';

/** Asks as clients do since 2026-07-28. */
const modern = (more: object) => (name: string, id: unknown) => {
  const asked = { method: 'prompts/get', params: { name } };
  const params = { name, _meta: { ...envelope(), ...more } };
  return {
    body: JSON.stringify({ jsonrpc: '2.0', id, method: asked.method, params }),
    headers: { ...headers, ...headersOf(asked) },
  };
};

testWork(
  { createHandler, serveHttp, serveStdio },
  { '2026-07-28': modern({}), 'a stream of 2026-07-28': modern({ progressToken: 1 }) },
);
