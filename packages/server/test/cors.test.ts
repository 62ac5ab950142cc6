import { expect, test } from '@jest/globals';
import { Cors } from '../build/edge/cors.js';
import { exchangeOf } from './support/exchange-of.ts';

const preflight = (headers: Record<string, string>, method = 'OPTIONS', allowedHeaders: string[] = []) =>
  new Cors({ allowedOrigins: ['https://app.example.com'], allowedHeaders }).preflight(
    exchangeOf(new Request('http://localhost/mcp', { method, headers })),
  );
const origin = 'https://app.example.com';
const request = { origin, 'access-control-request-method': 'POST' };
const ALWAYS =
  'content-type, accept, authorization, mcp-session-id, mcp-protocol-version, last-event-id, mcp-method, mcp-name';

test('Cors answers a preflight with the allowed methods and headers, and a maximum age', () => {
  expect(preflight(request)).toEqual({
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
])('Cors allows the requested headers that begin with mcp-, of "%s"', (list, more) => {
  const answer = preflight({ ...request, 'access-control-request-headers': list });
  expect(answer?.headers?.['access-control-allow-headers']).toBe(`${ALWAYS}${more}`);
});

test.each([
  ['with another method', { ...request }, 'POST'],
  ['without a requested method', { origin }, 'OPTIONS'],
  ['without an origin', { 'access-control-request-method': 'POST' }, 'OPTIONS'],
  ['with a forbidden origin', { ...request, origin: 'https://evil.example' }, 'OPTIONS'],
])('Cors ignores a request %s', (_, headers, method) => {
  expect(preflight(headers, method)).toBeUndefined();
});

test('Cors adds allowedHeaders to a preflight, each once', () => {
  const answer = preflight(request, 'OPTIONS', ['X-API-Key', 'x-api-key', 'Accept']);
  expect(answer?.headers?.['access-control-allow-headers']).toBe(`${ALWAYS}, x-api-key`);
});

test.each(['*', '', 'x y', 'x,y', 'x\r\ny', 'x:', '\u00FC'])('Cors rejects the header name %j', (name) => {
  expect(() => preflight(request, 'OPTIONS', [name])).toThrow(
    new TypeError(
      `${JSON.stringify(name)} in allowedHeaders is not a header name: list each header that pages may send`,
    ),
  );
});
