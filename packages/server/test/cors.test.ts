import { expect, test } from '@jest/globals';
import { Cors } from '../build/edge/cors.js';
import { exchangeOf } from './support/exchange-of.ts';

const asked = (headers: Record<string, string>, method = 'OPTIONS', allowedHeaders: string[] = []) =>
  new Cors({ allowedOrigins: ['https://app.example.com'], allowedHeaders }).preflight(
    exchangeOf(new Request('http://localhost/mcp', { method, headers })),
  );
const origin = 'https://app.example.com';
const question = { origin, 'access-control-request-method': 'POST' };
const ALWAYS =
  'content-type, accept, authorization, mcp-session-id, mcp-protocol-version, last-event-id, mcp-method, mcp-name';

test('a preflight is told what may be sent, and to remember it', () => {
  expect(asked(question)).toEqual({
    status: 204,
    text: '',
    headers: {
      'access-control-allow-headers': ALWAYS,
      'access-control-allow-methods': 'GET, POST, DELETE',
      'access-control-max-age': '7200',
    },
  });
});

test.each([
  ['Mcp-Param-Region, mcp-name,MCP-Later', ', mcp-param-region, mcp-later'],
  ['x-other, cookie, mcp, mcp-', ''],
  ['mcp-a b, mcp-a;b, mcp-*, mcp-"x", *, mcp-\u00FC', ''],
  [`mcp-${'x'.repeat(64)}, mcp-${'x'.repeat(65)}`, `, mcp-${'x'.repeat(64)}`],
  [',,', ''],
])('of the headers "%s" those are allowed that MCP may come to know', (list, more) => {
  const answer = asked({ ...question, 'access-control-request-headers': list });
  expect(answer?.headers?.['access-control-allow-headers']).toBe(`${ALWAYS}${more}`);
});

test.each([
  ['another method', { ...question }, 'POST'],
  ['no question', { origin }, 'OPTIONS'],
  ['no origin', { 'access-control-request-method': 'POST' }, 'OPTIONS'],
  ['an origin that may not call', { ...question, origin: 'https://evil.example' }, 'OPTIONS'],
])('%s is no preflight to answer', (_, headers, method) => {
  expect(asked(headers, method)).toBeUndefined();
});

test('a preflight is told of further headers that pages may send, each once', () => {
  const answer = asked(question, 'OPTIONS', ['X-API-Key', 'x-api-key', 'Accept']);
  expect(answer?.headers?.['access-control-allow-headers']).toBe(`${ALWAYS}, x-api-key`);
});

test.each(['*', '', 'x y', 'x,y', 'x\r\ny', 'x:', '\u00FC'])('a header cannot be called %j', (name) => {
  expect(() => asked(question, 'OPTIONS', [name])).toThrow(
    new TypeError(
      `${JSON.stringify(name)} in allowedHeaders is not a header name: list each header that pages may send`,
    ),
  );
});
