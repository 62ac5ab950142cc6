import { definePrompt, Runtime, ResourceReader } from '@cuecard/core';
import { createHandler, serveHttp, serveStdio } from '@cuecard/server';
import { describe, expect, test } from '@jest/globals';
import { testLimits } from './support/limits-behaviour.ts';
import { headers, post } from './support/raw.ts';
import { until } from './support/until.ts';
import { ask, headersOf, messageOf } from './support/modern.ts';

testLimits({ createHandler, serveHttp, serveStdio });

describe('HttpHandler', () => {
  test('does not count open subscriptions towards maxRequests', async () => {
    const server = await serveHttp(new Runtime({ prompts: [] }), {
      name: 'x',
      version: '1',
      port: 0,
      maxRequests: 1,
    });
    const leaving = new AbortController();
    const listen = { method: 'subscriptions/listen', params: { notifications: { promptsListChanged: true } } };
    const stream = await fetch(server.url, {
      method: 'POST',
      headers: { ...headers, ...headersOf(listen) },
      body: JSON.stringify(messageOf(listen)),
      signal: leaving.signal,
    });
    const { status } = await ask(server.url, { method: 'prompts/list' });
    expect([stream.status, stream.headers.get('content-type'), status]).toEqual([200, 'text/event-stream', 200]);
    leaving.abort();
    await server.close();
  });

  test('counts a subscription towards maxRequests until it has started', async () => {
    let begin = () => {};
    const begun = new Promise<void>((resolve) => (begin = resolve));
    let watched = 0;
    class Slow extends ResourceReader {
      async read(uri: string) {
        return { uri, text: uri };
      }
      override async watch() {
        watched += 1;
        await begun;
        return () => {};
      }
    }
    const runtime = new Runtime({ prompts: [], resources: new Slow() });
    const server = await serveHttp(runtime, { name: 'x', version: '1', port: 0, maxRequests: 1 });
    const listen = {
      method: 'subscriptions/listen',
      params: { notifications: { resourceSubscriptions: ['slow:///1'] } },
    };
    const leaving = new AbortController();
    const stream = fetch(server.url, {
      method: 'POST',
      headers: { ...headers, ...headersOf(listen) },
      body: JSON.stringify(messageOf(listen)),
      signal: leaving.signal,
    });
    await until(() => watched > 0);
    const list = { method: 'prompts/list' };
    expect((await ask(server.url, list)).status).toBe(503);
    begin();
    expect([(await stream).status, (await ask(server.url, list)).status]).toEqual([200, 200]);
    leaving.abort();
    await server.close();
  });

  test('rejects deeply nested capabilities', async () => {
    const near = definePrompt({ name: 'near', render: () => 'here' });
    const server = await serveHttp(new Runtime({ prompts: [near] }), { name: 'x', version: '1', port: 0 });
    const get = { method: 'prompts/get', params: { name: 'near' } };
    for (const levels of [50, 1_500, 5_000]) {
      const capabilities = `{"experimental":${'{"a":'.repeat(levels)}{}${'}'.repeat(levels)}}`;
      const body = JSON.stringify(messageOf({ ...get, capabilities: {} })).replace(
        '"io.modelcontextprotocol/clientCapabilities":{}',
        `"io.modelcontextprotocol/clientCapabilities":${capabilities}`,
      );
      const { status } = await post(server.url, body, headersOf(get));
      expect([levels, status]).toEqual([levels, levels === 50 ? 200 : 400]);
    }
    expect((await ask(server.url, get)).status).toBe(200);
    await server.close();
  });

  test.each([
    ['stateTtlMs', 0, 'from 1 on'],
    ['stateTtlMs', Infinity, 'from 1 on'],
  ])('rejects a %s of %d', (name, value, range) => {
    const options = { name: 'x', version: '1', [name]: value };
    expect(() => createHandler(new Runtime({ prompts: [] }), options)).toThrow(
      new RangeError(`${name} is ${value}: use a whole number ${range}`),
    );
  });
});
