import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { definePrompt, Runtime } from '@cuecard/core';
import { createHandler, serveHttp } from '@cuecard/server';
import { describe, expect, test } from '@jest/globals';
import { headers as json } from './support/raw.ts';
import { closables } from '../support/closables.ts';

const [ada, bob] = ['203.0.113.7', '2001:db8::7'];

const open = closables();
const args = [{ name: 'to', type: String, complete: () => ['you'] }];
const runtime = new Runtime({ prompts: [definePrompt({ name: 'greet', args, render: () => 'hello' })] });
const ref = { type: 'ref/prompt', name: 'greet' };
const params = { ref, argument: { name: 'to', value: '' } };
const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'completion/complete', params });
type Trusted = Parameters<typeof createHandler>[1]['trustedProxies'];
const optionsOf = (trusted: Trusted) => ({
  name: 'x',
  version: '1',
  maxCompletionsPerSecond: 1,
  unreadyMs: 0,
  ...(trusted !== undefined && { trustedProxies: trusted }),
});

/** Completes through a proxy on loopback, once for each set of headers. */
async function statuses(trusted: Trusted, ...forwarded: string[][]) {
  const server = await serveHttp(runtime, { ...optionsOf(trusted), port: 0 });
  open.push(server);
  const all: unknown[] = [];
  for (const each of forwarded) {
    const headers = { ...json, 'x-forwarded-for': each };
    const asked = request(server.url, { method: 'POST', headers, agent: false }).end(body);
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    all.push(answer.resume().statusCode);
  }
  return all;
}

describe('HandlerOptions.trustedProxies', () => {
  test('treats an untrusted proxy as the caller of all its requests', async () => {
    expect(await statuses(undefined, [ada], [bob])).toEqual([200, 429]);
    expect(await statuses(['10.0.0.0/8'], [ada], [bob])).toEqual([200, 429]);
  });

  test.each<[Trusted]>([[['127.0.0.0/8']], [1]])(
    'counts each caller separately behind %j, for any header that it sends',
    async (trusted) => {
      const asked = [
        [ada],
        [`${bob}, ${ada}`],
        [bob, ada],
        [bob],
        [ada, '2001:db8::8'],
        ['garbage'],
        [`${ada}, unknown`],
      ];
      expect(await statuses(trusted, ...asked)).toEqual([200, 429, 429, 200, 429, 200, 429]);
    },
  );

  test('finds the caller of a web-standard request only by a number of proxies', async () => {
    const statusesOf = async (trusted: Trusted) => {
      const handler = createHandler(runtime, optionsOf(trusted));
      const ask = async (address: string) =>
        (
          await handler.fetch(
            new Request('http://localhost/', {
              method: 'POST',
              body,
              headers: { ...json, 'x-forwarded-for': address },
            }),
          )
        ).status;
      return [await ask(ada), await ask(bob), await ask(`${bob}, ${ada}`)];
    };
    expect([await statusesOf(1), await statusesOf(['127.0.0.1'])]).toEqual([
      [200, 200, 429],
      [200, 429, 429],
    ]);
  });

  test('rejects an invalid value when the handler is created', () => {
    expect(() => createHandler(runtime, optionsOf(['everyone']))).toThrow(
      '"everyone" in trustedProxies is not an address',
    );
  });
});
