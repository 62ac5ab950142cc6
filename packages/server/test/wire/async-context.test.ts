import { AsyncLocalStorage } from 'node:async_hooks';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Arg,
  Complete,
  type Interceptor,
  Prompt,
  type RequestContext,
  type PromptHandler,
  Runtime,
} from '@cuecard/core';
import { createHandler, serveStdio } from '@cuecard/server';
import { afterAll, describe, expect, test } from '@jest/globals';
import { size } from '../../../../build/jest/runs.ts';
import { eventsOf, headers, initialize, type Json, Lines, post } from './support/raw.ts';
import { mount } from './support/mount.ts';
import { Crowd, requestOf } from './support/crowd.ts';
import { closables } from '../support/closables.ts';

const identity = { name: 'x', version: '1' };

class WhoArgs {
  @Arg()
  caller!: string;
}

/** One storage for all tests, because every promise of the process copies the value of each storage in use. */
const callers = new AsyncLocalStorage<string>();

/** Creates runtimes that record which code runs, and which of it runs outside the context of its caller. */
function watched() {
  const seen: string[] = [];
  const astray: string[] = [];
  const look = (place: string, caller: string) => {
    seen.push(place);
    if (callers.getStore() !== caller) astray.push(`${place}: ${callers.getStore()} instead of ${caller}`);
  };

  @Prompt({ args: WhoArgs })
  class Who implements PromptHandler<WhoArgs> {
    @Complete('caller')
    callers(typed: string) {
      look('completer', typed);
      return [`${typed}!`];
    }

    async render({ caller }: WhoArgs, context: RequestContext) {
      look('render', caller);
      context.defer(() => look('defer', caller));
      context.progress(1);
      await sleep(1);
      context.progress(2);
      look('render after a timer', caller);
      return caller;
    }
  }

  @Prompt({ args: WhoArgs })
  class AtOnce implements PromptHandler<WhoArgs> {
    render({ caller }: WhoArgs) {
      look('render at once', caller);
      return caller;
    }
  }

  const interceptor: Interceptor = async (call, next) => {
    const caller =
      call.method === 'prompts/get' ? (call.params.arguments as WhoArgs).caller : String(call.context.requestId);
    look(`interceptor of ${call.method}`, caller);
    const answer = await next();
    look(`interceptor of ${call.method} afterwards`, caller);
    return answer;
  };
  const prompts = [Who, AtOnce];
  return {
    astray,
    seen: () => [...new Set(seen)].toSorted(),
    plain: new Runtime({ prompts }),
    intercepted: new Runtime({ prompts, interceptors: [interceptor] }),
  };
}

const get = (name: string, caller: string, more: object = {}) => ({
  jsonrpc: '2.0',
  id: caller,
  method: 'prompts/get',
  params: { name, arguments: { caller }, ...more },
});
const complete = (caller: string) => ({
  jsonrpc: '2.0',
  id: caller,
  method: 'completion/complete',
  params: { ref: { type: 'ref/prompt', name: 'who' }, argument: { name: 'caller', value: caller } },
});
const list = (caller: string) => ({ jsonrpc: '2.0', id: caller, method: 'prompts/list' });
const inStream = (caller: string) => get('who', caller, { _meta: { progressToken: caller } });

const RENDERED = ['defer', 'render', 'render after a timer'];
const AROUND = ['interceptor of prompts/get', 'interceptor of prompts/get afterwards'];

/** Every kind of request, with the code that it runs. */
const KINDS: readonly (readonly [string, (caller: string) => Json, readonly string[]])[] = [
  ['a prompt that returns immediately', (caller) => get('at_once', caller), [...AROUND, 'render at once']],
  ['a prompt that waits', (caller) => get('who', caller), [...RENDERED, ...AROUND]],
  ['a prompt with progress', inStream, [...RENDERED, ...AROUND]],
  [
    'a batch',
    (caller) =>
      [get('who', caller), get('at_once', caller)].map((message, at) => ({ ...message, id: `${caller}-${at}` })),
    [...RENDERED, ...AROUND, 'render at once'],
  ],
  [
    'a completion',
    complete,
    ['completer', 'interceptor of completion/complete', 'interceptor of completion/complete afterwards'],
  ],
  ['a list', list, ['interceptor of prompts/list', 'interceptor of prompts/list afterwards']],
];

/** The callers that send requests at the same time. */
const CALLERS = Array.from({ length: size(40) }, (_, at) => `caller-${at}`);

const open = closables();
afterAll(() => callers.disable());

describe('HttpHandler', () => {
  describe.each([
    { packets: 1, isIntercepted: false },
    { packets: 2, isIntercepted: true },
  ])('with %j', ({ packets, isIntercepted }) => {
    test.each(KINDS)('keeps the context of each caller for %s', async (_, messageOf, places) => {
      const { astray, seen, plain, intercepted } = watched();
      const limits = { maxCompletionsPerSecond: Infinity };
      const handler = createHandler(isIntercepted ? intercepted : plain, { ...identity, ...limits });
      const site = await mount((incoming, outgoing) =>
        callers.run(String(incoming.headers['x-caller']), () => handler(incoming, outgoing)),
      );
      open.push(handler, site);
      const hello = await post(site.url, JSON.stringify(initialize('2025-03-26')), { 'x-caller': 'somebody' });
      const session = { 'mcp-session-id': hello.headers.get('mcp-session-id') ?? '' };
      const crowd = await Crowd.at(site.url, CALLERS.length);
      open.push(crowd);
      const requests = CALLERS.map((caller, at) => {
        const own = { 'x-caller': caller, ...(at % 2 === 0 && session) };
        const bytes = requestOf(site.url, JSON.stringify(messageOf(caller)), own);
        const cut = bytes.length - 20;
        return packets === 1 ? [bytes] : [bytes.subarray(0, cut), bytes.subarray(cut)];
      });
      const answers = await crowd.ask(requests);
      expect(new Set(answers)).toEqual(new Set(['HTTP/1.1 200 OK']));
      const expected = isIntercepted ? places : places.filter((place) => !place.startsWith('interceptor'));
      expect([seen(), astray]).toEqual([[...expected].toSorted(), []]);
    });
  });

  test.each(KINDS)('keeps the context of each web-standard request for %s', async (_, messageOf, places) => {
    const { astray, seen, intercepted } = watched();
    const handler = createHandler(intercepted, { ...identity, maxCompletionsPerSecond: Infinity });
    open.push(handler);
    const answers = CALLERS.map((caller) =>
      callers.run(caller, async () => {
        const body = JSON.stringify(messageOf(caller));
        const response = await handler.fetch(new Request('http://localhost/', { method: 'POST', headers, body }));
        return [response.status, eventsOf(await response.text()).length];
      }),
    );
    expect(new Set((await Promise.all(answers)).map(([status]) => status))).toEqual(new Set([200]));
    expect([seen(), astray]).toEqual([[...places].toSorted(), []]);
  });
});

describe('serveStdio', () => {
  test('keeps the context of an interceptor within its request', async () => {
    const { astray, seen, plain } = watched();
    const interceptor: Interceptor = async (call, next) => callers.run(String(call.context.requestId), () => next());
    const entering: Interceptor = async (call, next) => {
      callers.enterWith(String(call.context.requestId));
      return next();
    };
    for (const each of [interceptor, entering]) {
      const runtime = new Runtime({ prompts: plain.registry, interceptors: [each] });
      const [stdin, stdout] = [new PassThrough(), new PassThrough()];
      open.push(await serveStdio(runtime, { ...identity, stdin, stdout }));
      const lines = new Lines(stdin, stdout);
      await lines.ask(JSON.stringify(initialize('2025-03-26')));
      const messages = CALLERS.flatMap((caller) => [
        get('who', caller),
        { ...get('at_once', `b${caller}`) },
        complete(`c${caller}`),
      ]);
      stdin.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
      await lines.until(1 + messages.length);
    }
    expect([seen(), astray]).toEqual([['completer', ...RENDERED, 'render at once'], []]);
  });
});
