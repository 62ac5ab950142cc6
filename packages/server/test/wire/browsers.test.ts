import { serveHttp } from '@cuecard/server';
import { describe, expect, test } from '@jest/globals';
import { headers, initialize, post } from './support/raw.ts';
import { gated } from './support/mount.ts';
import { closables } from '../support/closables.ts';

const origin = 'https://app.example.com';
const CORS = {
  'access-control-allow-origin': origin,
  'access-control-expose-headers': 'mcp-session-id, mcp-protocol-version, www-authenticate, retry-after',
  vary: 'Origin',
};
const NONE = { 'access-control-allow-origin': null, 'access-control-expose-headers': null, vary: null };

function corsIn({ headers: answered }: { headers: { get(name: string): string | null } }) {
  return Object.fromEntries(Object.keys(CORS).map((name) => [name, answered.get(name)]));
}

const get = (more: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: 'near', ...more } });

const open = closables();

async function start(options: object = {}, { runtime } = gated()) {
  const given = { name: 'x', version: '1', port: 0, allowedOrigins: [origin], ...options };
  const server = await serveHttp(runtime, given);
  open.push(server);
  return server.url;
}

describe('HttpHandler for pages in a browser', () => {
  test('answers a preflight without authentication, with the allowed headers', async () => {
    const url = await start({ authenticate: () => undefined });
    const preflight = (from: string) =>
      fetch(url, {
        method: 'OPTIONS',
        headers: {
          origin: from,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type,mcp-param-region,x-other',
        },
      });
    const answer = await preflight(origin);
    expect([answer.status, answer.headers.get('access-control-allow-credentials'), corsIn(answer)]).toEqual([
      204,
      null,
      CORS,
    ]);
    expect(answer.headers.get('access-control-allow-headers')).toMatch(/authorization.* mcp-name, mcp-param-region$/);
    const refused = await preflight('https://evil.example');
    expect([refused.status, corsIn(refused)]).toEqual([403, NONE]);
  });

  test('lets a page read every response', async () => {
    const url = await start();
    const hello = await post(url, JSON.stringify(initialize('2025-11-25')), { origin });
    const session = { origin, 'mcp-session-id': hello.headers.get('mcp-session-id') ?? '' };
    const leaving = new AbortController();
    const { signal } = leaving;
    const answers = [
      hello,
      await post(url, get(), session),
      await post(url, get(), { origin }),
      await post(url, get({ _meta: { progressToken: 1 } }), session),
      await post(url, '{"jsonrpc":"2.0","id":1,"method":"ping"}', session),
      await post(url, '{"jsonrpc":"2.0","method":"notifications/initialized"}', session),
      await fetch(url, { headers: { ...session, accept: 'text/event-stream' }, signal }),
      await post(url, '{', session),
      await post(url, get(), { origin, 'mcp-session-id': 'unknown' }),
      await fetch(url, { method: 'DELETE', headers: session }),
      await fetch(url, { method: 'PUT', headers: { origin } }),
    ];
    leaving.abort();
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 202, 200, 400, 404, 200, 405]);
    expect(answers.map(corsIn)).toEqual(answers.map(() => CORS));
  });

  test('lets a page read the reason of a rejection', async () => {
    const url = await start({ authenticate: () => undefined });
    const answer = await post(url, get(), { origin });
    expect([answer.status, answer.headers.get('www-authenticate') !== null, corsIn(answer)]).toEqual([401, true, CORS]);
    const busy = gated();
    const busyUrl = await start({ maxRequests: 1 }, busy);
    const waiting = post(busyUrl, get({ name: 'wait' }), { origin });
    await busy.untilWaiting(1);
    const full = await post(busyUrl, get(), { origin });
    busy.release();
    await waiting;
    expect([full.status, full.headers.get('retry-after'), corsIn(full)]).toEqual([503, '1', CORS]);
  });

  test('sends CORS headers only to pages on an allowed host', async () => {
    const url = await start();
    const local = 'http://localhost:6274';
    const answers = [{ origin: local }, { origin }, {}, { origin: local }].map((more) =>
      post(url, get(), more as Record<string, string>),
    );
    const own = { ...CORS, 'access-control-allow-origin': local };
    expect((await Promise.all(answers)).map(corsIn)).toEqual([own, CORS, NONE, own]);
    const evil = await fetch(url, {
      method: 'POST',
      headers: { ...headers, origin: 'https://evil.example' },
      body: get(),
    });
    expect([evil.status, corsIn(evil)]).toEqual([403, NONE]);
  });
});
