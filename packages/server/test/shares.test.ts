import { setImmediate as turn } from 'node:timers/promises';
import { type EndpointOptions } from '../build/endpoint/endpoint.js';
import { listen } from '../build/server/listen.js';
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { runs } from '../../../build/jest/runs.ts';
import { Admission } from '../build/edge/admission.js';
import type { Exchange } from '../build/edge/exchange.js';
import { networkOf } from '../build/edge/shares.js';
import { HeldBytes } from '../build/edge/held-bytes.js';
import { closables } from './support/closables.ts';
import { endpointOf } from './support/endpoint-of.ts';
import { exchangeOf } from './support/exchange-of.ts';
import { type Pending, pending, until } from './support/gates.ts';
import { serverOf } from './support/plain-sdk.ts';

const open = closables();

const HERS_TAKEN = [503, '1', 'Too many requests from this caller are in progress'];
const ALL_TAKEN = [503, '1', 'Too many requests are in progress'];
const ANSWERED = [200, null, undefined];

const request = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' });
const batch = (length: number) => Array.from({ length }, (_, id) => request(id));

const BY_NAME: EndpointOptions = {
  authenticate: ({ headers }) => ({ principal: headers.get('x-caller') ?? '', scopes: [] }),
};

/** Starts an endpoint that reads the caller's name from a header, and runs `work` before it responds. */
function start(work: (exchange: Exchange) => Promise<unknown>, options: EndpointOptions = BY_NAME) {
  const endpoint = endpointOf({ maxRequests: 4, ...options }, async (exchange) => {
    await work(exchange);
    return Response.json({});
  });
  return async (caller: string, message: unknown = request(1)) => {
    const headers = { 'content-type': 'application/json', 'x-caller': caller };
    const init = { method: 'POST', headers, body: JSON.stringify(message) };
    const answer = await endpoint.fetch(new Request('http://localhost/mcp', init));
    const { error } = (await answer.json()) as { error?: { message: string } };
    return [answer.status, answer.headers.get('retry-after'), error?.message];
  };
}

/** Work that continues until `release` is called. */
function gated() {
  const waiting: Pending<void>[] = [];
  const work = () => {
    const gate = pending();
    waiting.push(gate);
    return gate.promise;
  };
  const release = () => {
    for (const gate of waiting.splice(0)) gate.settle();
  };
  return { waiting, work, release };
}

describe('maxCallerShare', () => {
  test('limits a caller to three quarters of maxRequests by default', async () => {
    const { waiting, work, release } = gated();
    const ask = start(work);
    const hers = [ask('ada'), ask('ada'), ask('ada')];
    await until(() => waiting.length === 3);
    expect(await ask('ada')).toEqual(HERS_TAKEN);
    const his = ask('bob');
    await until(() => waiting.length === 4);
    expect([await ask('bob'), await ask('ada')]).toEqual([ALL_TAKEN, ALL_TAKEN]);
    release();
    expect(await Promise.all([...hers, his])).toEqual([ANSWERED, ANSWERED, ANSWERED, ANSWERED]);
    const again = ask('ada');
    await until(() => waiting.length === 1);
    release();
    expect(await again).toEqual(ANSWERED);
  });

  test('counts each request of an accepted batch', async () => {
    const { waiting, work, release } = gated();
    const ask = start(work);
    expect(await ask('ada', batch(4))).toEqual(HERS_TAKEN);
    const whole = ask('ada', batch(3));
    await until(() => waiting.length === 1);
    expect(await ask('ada')).toEqual(HERS_TAKEN);
    release();
    expect(await whole).toEqual(ANSWERED);
  });

  test('does not count a request while it waits for an elicitation', async () => {
    const [user, rest] = [pending(), gated()];
    let starts = 0;
    const ask = start(async (exchange) => {
      starts += 1;
      if (starts > 3) return;
      await exchange.releaseWhile(user.promise);
      await rest.work();
    });
    const waiting = [ask('ada'), ask('ada'), ask('ada')];
    await until(() => starts === 3);
    expect(await ask('ada', batch(3))).toEqual(ANSWERED);
    user.settle();
    await until(() => rest.waiting.length === 3);
    expect(await ask('ada')).toEqual(HERS_TAKEN);
    rest.release();
    expect(await Promise.all(waiting)).toEqual([ANSWERED, ANSWERED, ANSWERED]);
    expect(await ask('ada', batch(3))).toEqual(ANSWERED);
  });

  test('counts work that continues after its response', async () => {
    const { work, release } = gated();
    const ask = start(async (exchange) => exchange.hold(work()));
    expect([await ask('ada'), await ask('ada'), await ask('ada')]).toEqual([ANSWERED, ANSWERED, ANSWERED]);
    expect([await ask('ada'), await ask('bob')]).toEqual([HERS_TAKEN, ANSWERED]);
    release();
    await turn();
    expect(await ask('ada')).toEqual(ANSWERED);
  });

  test.each([
    [0.5, 2],
    [0.01, 1],
  ])('limits the share: %d allows a caller %d of four requests', async (maxCallerShare, places) => {
    const { waiting, work, release } = gated();
    const ask = start(work, { ...BY_NAME, maxCallerShare });
    const responses = batch(places).map(() => ask('ada'));
    await until(() => waiting.length === places);
    expect(await ask('ada')).toEqual(HERS_TAKEN);
    release();
    expect(await Promise.all(responses)).toEqual(responses.map(() => ANSWERED));
  });

  test.each([{ maxCallerShare: 1 }, { maxCallerShare: 0.01, maxRequests: Infinity }])(
    'allows a caller all of maxRequests with %j',
    async (options) => {
      const { waiting, work, release } = gated();
      const ask = start(work, { ...BY_NAME, ...options });
      const responses = batch(4).map(() => ask('ada'));
      await until(() => waiting.length === 4);
      release();
      expect(await Promise.all(responses)).toEqual(responses.map(() => ANSWERED));
    },
  );

  test('does not limit callers without an identity or address', async () => {
    const { waiting, work, release } = gated();
    const ask = start(work, { maxCallerShare: 0.01 });
    const responses = batch(4).map(() => ask('whoever'));
    await until(() => waiting.length === 4);
    release();
    expect(await Promise.all(responses)).toEqual(responses.map(() => ANSWERED));
  });

  describe('Admission', () => {
    const from = (address: string, principal?: string) =>
      Object.assign(
        Object.defineProperty(exchangeOf(new Request('http://localhost/mcp')), 'address', { value: address }),
        {
          identity: principal === undefined ? undefined : { principal, scopes: [] },
        },
      ) as Exchange;
    /** Returns whether the second request is accepted during the first, if each caller may send one request. */
    const areApart = (first: Exchange, second: Exchange) => {
      const admission = new Admission({ maxRequests: 10, maxCallerShare: 0.1 }, new HeldBytes(Infinity));
      return [first, second].every(
        (exchange) => (admission.take(exchange) ?? admission.charge(exchange)) === undefined,
      );
    };

    test.each([
      ['the address it comes from', from('192.0.2.1'), from('192.0.2.1'), false],
      ['its own address only', from('192.0.2.1'), from('192.0.2.2'), true],
      ['the /64 of an IPv6 address', from('2001:db8::1'), from('2001:db8:0:0:f::2'), false],
      ['its own /64 only', from('2001:db8::1'), from('2001:db8:0:1::1'), true],
      ['its principal, from any address', from('192.0.2.1', 'ada'), from('192.0.2.2', 'ada'), false],
      ['its own principal only, at the same address', from('192.0.2.1', 'ada'), from('192.0.2.1', 'bob'), true],
      ['an address, not a principal with that name', from('192.0.2.1'), from('192.0.2.2', '192.0.2.1'), true],
    ])('counts a request for %s', (_, first, second, expected) => {
      expect(areApart(first, second)).toBe(expected);
    });

    test('treats IPv6 addresses with the same first four groups as one caller', () => {
      const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }));
      fc.assert(
        fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
          const address = groups.map((each) => each.toString(16));
          const brief = new URL(`http://[${address.join(':')}]`).hostname.slice(1, -1);
          expect(networkOf(brief)).toBe(address.slice(0, 4).join(':'));
        }),
        { numRuns: runs(1_000) },
      );
    });
  });

  test('limits an unauthenticated caller by the address of its connection', async () => {
    const { waiting, work, release } = gated();
    const endpoint = endpointOf({ maxRequests: 2, maxCallerShare: 0.5 }, () => work().then(() => new Response('done')));
    const server = await listen(endpoint, { port: 0 });
    open.push(server);
    const first = fetch(server.url);
    await until(() => waiting.length === 1);
    expect([(await fetch(server.url)).status, endpoint.isReady?.()]).toEqual([503, true]);
    release();
    expect((await first).status).toBe(200);
  });

  test.each([0, 1.01, Number.NaN, '0.5'])('rejects %p', (maxCallerShare) => {
    expect(() => serverOf({ maxCallerShare: maxCallerShare as number })).toThrow(
      new RangeError(`maxCallerShare is ${maxCallerShare}: use a number above 0 and at most 1`),
    );
  });
});
