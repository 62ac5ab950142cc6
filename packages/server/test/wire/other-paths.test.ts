import { request as httpRequest } from 'node:http';
import { definePrompt, Runtime } from '@cuecard/core';
import { serveHttp, type ServeHttpOptions } from '@cuecard/server';
import { describe, expect, test } from '@jest/globals';
import { closables } from '../support/closables.ts';

const open = closables();
const runtime = new Runtime({ prompts: [definePrompt({ name: 'near', render: () => 'here' })] });
const identity = { name: 'desk', version: '1.2.3' };

async function start(options: Partial<ServeHttpOptions> = {}) {
  const server = await serveHttp(runtime, { ...identity, ...options, port: 0 });
  open.push(server);
  return server.url;
}

const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/list' });
const listFrom = async (url: string, origin: string) =>
  (await fetch(url, { method: 'POST', headers: { ...headers, origin }, body: list })).status;

describe('serveHttp', () => {
  test('calls the fallback for other paths on allowed hosts', async () => {
    const url = await start({ fallback: (request, response) => void response.end(`page at ${request.url}`) });
    const page = new URL('/page?x=1', url);
    expect(await (await fetch(page)).text()).toBe('page at /page?x=1');
    const rebound = await new Promise<number | undefined>((resolve) => {
      httpRequest(page, { headers: { host: 'evil.example' } }, ({ statusCode }) => resolve(statusCode)).end();
    });
    expect(rebound).toBe(403);
    expect((await fetch(url, { method: 'POST', headers, body: list })).status).toBe(200);
  });

  test('responds with the path of the endpoint if it has no fallback', async () => {
    const answer = await fetch(new URL('/page', await start()));
    expect([answer.status, await answer.text()]).toEqual([404, 'Not found: the path of the MCP endpoint is /mcp\n']);
  });

  test('serves a request whose target is an absolute URL', async () => {
    const url = new URL(await start());
    const { hostname: host, port } = url;
    const status = await new Promise<number | undefined>((resolve) => {
      const asking = httpRequest({ host, port, path: url.href, method: 'POST', headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      asking.end(list);
    });
    expect(status).toBe(200);
  });

  test("accepts only its own pages with allowedOrigins 'own'", async () => {
    const [loose, own] = [await start(), await start({ allowedOrigins: 'own' })];
    const other = 'http://localhost:5173';
    expect([await listFrom(loose, other), await listFrom(own, other)]).toEqual([200, 403]);
    expect([await listFrom(own, new URL(own).origin), await listFrom(own, 'null')]).toEqual([200, 403]);
  });

  test('responds to a browser with a page about the endpoint, without scripts', async () => {
    const icons = [{ src: 'https://desk.example/icon.png' }];
    const url = await start({ title: 'Desk <script>', description: '"Reviews" & more', icons });
    const answer = await fetch(url, { headers: { accept: 'text/html,application/xhtml+xml' } });
    const page = await answer.text();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    expect(page).toContain('<h1>Desk &lt;script&gt; <small>1.2.3</small></h1><p>&quot;Reviews&quot; &amp; more</p>');
    expect(page).toContain('<link rel="icon" href="https://desk.example/icon.png">');
  });

  test('rejects a GET that does not accept HTML', async () => {
    const answer = await fetch(await start(), { headers: { accept: 'application/json' } });
    expect([answer.status, await answer.json()]).toMatchObject([405, { error: { code: -32000 } }]);
  });
});
