import { getEventListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Arg, Prompt, type PromptContext, type PromptHandler, PromptRuntime } from '@cuecard/core';
import { createHandler, serveHttp } from '@cuecard/mcp-server';
import type { ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { IsIn, MinLength } from 'class-validator';
import { type Host, type HostKind, hosts } from './support/meeting.ts';
import { isModern, type MannedClient, type Person, type Setup, type Version, versions } from './support/people.ts';
import { eventsOf, headers, initialize, post } from '../../mcp-sdk/test/support/raw.ts';

class Traveller {
  @Arg({ description: 'Who travels' })
  @MinLength(2)
  name!: string;
}

class TripArgs {
  @Arg()
  city!: string;

  @Arg()
  @IsIn(['train', 'plane'])
  by = 'train';
}

const log: string[] = [];
const logger = { error: (message: string) => log.push(message), warn: (message: string) => log.push(message) };

function travels(limits = {}): PromptRuntime {
  @Prompt({ args: TripArgs })
  class Trip implements PromptHandler<TripArgs> {
    async render({ city, by }: TripArgs, context: PromptContext) {
      const { name } = await context.ask(Traveller, 'Who travels?');
      return `${name} to ${city} by ${by}`;
    }
  }
  return new PromptRuntime({ prompts: [Trip], limits, askForMissing: true, logger });
}

const said = (text: string) => ({ messages: [{ role: 'user', content: { type: 'text', text } }] });
const accept = (content: ElicitResult['content']): ElicitResult => ({ action: 'accept', content });
const missing = { argument: 'name', rule: 'isDefined', message: 'name is required' };
const trip = { city: 'Oslo' };

/** The error of a request, without what the SDKs put before its message. */
async function refusal(answer: Promise<unknown>): Promise<unknown> {
  try {
    return { answer: await answer };
  } catch (error) {
    const { code, message, data } = error as { code?: unknown; message: string; data?: unknown };
    return { code, message: message.replace(/^MCP error -\d+: /, ''), ...(data !== undefined && { data }) };
  }
}
const required = (reason: string, fault: object = missing, subject = 'Prompt "trip"') => {
  const { message } = fault as { message: string };
  return {
    code: -32602,
    message: `${subject} needs more input, and ${reason}: ${message}`,
    data: { errors: [fault] },
  };
};

/** Somebody who does not answer, and a promise that they are asked. */
function silent(): { person: Person; asked: Promise<void> } {
  let tell = () => {};
  const asked = new Promise<void>((resolve) => (tell = resolve));
  const person: Person = () => {
    tell();
    return new Promise(() => {});
  };
  return { person, asked };
}

const open: { close(): Promise<void> }[] = [];
beforeEach(() => void (log.length = 0));
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close();
});
async function meet(
  kind: HostKind,
  version: Version,
  setup: Setup & { limits?: object } = {},
): Promise<{ client: MannedClient; host: Host }> {
  const host = await hosts[kind](travels(setup.limits));
  open.push(host);
  const client = await host.meet(version, setup);
  open.push(client);
  return { client, host };
}

const ways = (Object.keys(hosts) as HostKind[]).flatMap((kind) => versions.map((version) => [kind, version] as const));

describe.each(ways)('%s, the person at the official %s', (kind, version) => {
  test('is asked, and the prompt goes on with what they say', async () => {
    const asked: unknown[] = [];
    const person: Person = (form) => {
      asked.push(form);
      return accept({ name: 'Ada' });
    };
    const { client } = await meet(kind, version, { person });
    expect(await client.getPrompt('trip', trip)).toEqual(said('Ada to Oslo by train'));
    const name = { type: 'string', description: expect.stringContaining('Who travels') as unknown, minLength: 2 };
    const requestedSchema = { type: 'object', properties: { name }, required: ['name'] };
    expect(asked).toMatchObject([{ message: 'Who travels?', requestedSchema }]);
  });

  test.each(['decline', 'cancel'] as const)('may %s, and the prompt says what is missing', async (action) => {
    const { client } = await meet(kind, version, { person: () => ({ action }) });
    const reason = action === 'decline' ? 'it was declined' : 'it was dismissed';
    expect(await refusal(client.getPrompt('trip', trip))).toEqual(required(reason));
    expect(log).toEqual([]);
  });

  test('is asked again when the answer breaks a rule, three times at most', async () => {
    const answers = [{ name: 'A' }, { name: '' }, { name: 'Ada' }, { name: 'A' }, { name: 'B' }, { name: 'C' }];
    const messages: string[] = [];
    const person: Person = (form) => {
      messages.push((form as { message: string }).message);
      return accept(answers.shift());
    };
    const { client } = await meet(kind, version, { person });
    expect(await client.getPrompt('trip', trip)).toEqual(said('Ada to Oslo by train'));
    expect(messages).toEqual([
      'Who travels?',
      expect.stringMatching(/^Who travels\?\n\nname must be/),
      'Who travels?\n\nname is required',
    ]);
    expect(await refusal(client.getPrompt('trip', trip))).toMatchObject({
      code: -32602,
      message: expect.stringContaining('what was answered breaks rules') as unknown,
    });
    expect(messages).toHaveLength(6);
  });

  test('is asked for arguments that are missing or wrong', async () => {
    const answers = [{ city: 'Bergen', by: 'plane' }, { name: 'Ada' }];
    const forms: { requestedSchema: { properties: object } }[] = [];
    const person: Person = (form) => {
      forms.push(form as (typeof forms)[0]);
      return accept(answers.shift());
    };
    const { client } = await meet(kind, version, { person });
    expect(await client.getPrompt('trip', { by: 'boat' })).toEqual(said('Ada to Bergen by plane'));
    expect(forms.map(({ requestedSchema }) => Object.keys(requestedSchema.properties))).toEqual([
      ['city', 'by'],
      ['name'],
    ]);
  });

  test('may take longer than the prompt', async () => {
    const person: Person = async () => {
      await sleep(400);
      return accept({ name: 'Ada' });
    };
    const { client } = await meet(kind, version, { person, limits: { renderMs: 200 } });
    expect(await client.getPrompt('trip', trip)).toEqual(said('Ada to Oslo by train'));
  });

  test.each([
    ['has not said that it shows forms', {}],
    ['shows pages only', { elicitation: { url: {} } }],
  ])('is not asked where the client %s', async (_, capabilities) => {
    const { client } = await meet(kind, version, { capabilities });
    expect(await refusal(client.getPrompt('trip', trip))).toEqual(required('this client cannot ask for it'));
  });

  test.each([{ elicitation: { form: {} } }, { elicitation: { form: {}, url: {} } }])(
    'is asked where the client says %j',
    async (capabilities) => {
      const { client } = await meet(kind, version, { capabilities, person: () => accept({ name: 'Ada' }) });
      expect(await client.getPrompt('trip', trip)).toEqual(said('Ada to Oslo by train'));
    },
  );
});

// Since 2026-07-28 the person is asked between two requests.
describe.each(ways.filter(([, version]) => !isModern(version)))(
  '%s, the person at the official %s',
  (kind, version) => {
    test('who never answers is waited for askMs, and then asked no more', async () => {
      let [isFirst, withdrawn] = [true, false];
      const person: Person = (_, signal) => {
        // The v1 client overlooks that the first is withdrawn, as its id is 0.
        if (isFirst) return accept({ name: 'Ada' });
        return new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            withdrawn = true;
            resolve({ action: 'cancel' });
          });
        });
      };
      const { client } = await meet(kind, version, { person, limits: { askMs: 150 } });
      await client.getPrompt('trip', trip);
      isFirst = false;
      expect(await refusal(client.getPrompt('trip', trip))).toMatchObject({
        code: -32603,
        message: 'Prompt "trip" did not answer within 150 ms',
      });
      await sleep(20);
      expect(withdrawn).toBe(true);
    });

    test('cannot be asked when the client fails, and the prompt says so', async () => {
      const person: Person = () => {
        throw new Error('The window is broken');
      };
      const { client } = await meet(kind, version, { person });
      expect(await refusal(client.getPrompt('trip', trip))).toEqual(required('the client failed to ask for it'));
      expect(log).toEqual([]);
    });

    test('who leaves in the middle ends the request', async () => {
      const { person, asked } = silent();
      const { client, host } = await meet(kind, version, { person });
      const answer = refusal(client.getPrompt('trip', trip));
      await asked;
      await client.close();
      expect(await answer).toMatchObject({ message: expect.any(String) as unknown });
      const before = Date.now();
      await host.close(); // Nothing is waited for.
      expect(Date.now() - before).toBeLessThan(1_000);
      expect(log).toEqual([]);
    });

    test('is asked no more once the server shuts down', async () => {
      const { person, asked } = silent();
      const { client, host } = await meet(kind, version, { person });
      const answer = refusal(client.getPrompt('trip', trip));
      await asked;
      const before = Date.now();
      await host.close();
      expect(Date.now() - before).toBeLessThan(1_000);
      expect(await answer).toEqual(required('the client failed to ask for it'));
    });
  },
);

test('who has been asked leaves nothing behind on the signal of the request', async () => {
  const listeners: number[] = [];
  @Prompt()
  class Ask implements PromptHandler {
    async render(_: object, context: PromptContext) {
      for (let count = 0; count < 3; count += 1) {
        await context.ask(Traveller, 'Who?');
        listeners.push(getEventListeners(context.signal, 'abort').length);
      }
      return 'done';
    }
  }
  const host = await hosts['over HTTP with auto'](new PromptRuntime({ prompts: [Ask], logger }));
  open.push(host);
  const client = await host.meet('v1 client', { person: () => accept({ name: 'Ada' }) });
  open.push(client);
  expect(await client.getPrompt('ask')).toEqual(said('done'));
  expect(listeners).toEqual([0, 0, 0]);
});

test('each of many people is asked their own question', async () => {
  const host = await hosts['over HTTP with auto'](travels());
  open.push(host);
  const clients = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      host.meet(versions[index % versions.length] ?? 'v1 client', {
        person: () => accept({ name: `Person ${index}` }),
      }),
    ),
  );
  open.push(...clients);
  const cities = ['Oslo', 'Rome', 'Lima'];
  const answers = await Promise.all(
    clients.flatMap((client) => cities.map((city) => client.getPrompt('trip', { city }))),
  );
  expect(answers).toEqual(
    clients.flatMap((_, index) => cities.map((city) => said(`Person ${index} to ${city} by train`))),
  );
});

describe('a client without the official SDK', () => {
  const get = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'prompts/get',
    params: { name: 'trip', arguments: trip },
  });
  const hello = (revision: string) => {
    const { params, ...rest } = initialize(revision);
    return JSON.stringify({ ...rest, params: { ...params, capabilities: { elicitation: {} } } });
  };
  async function serve(options: Partial<Parameters<typeof serveHttp>[1]> = {}, limits = {}) {
    const server = await serveHttp(travels(limits), { name: 'x', version: '1', port: 0, ...options });
    open.push(server);
    return server.url;
  }
  async function session(url: string, revision: string): Promise<Record<string, string>> {
    const { headers: found } = await post(url, hello(revision));
    return { 'mcp-session-id': found.get('mcp-session-id') ?? '' };
  }

  test.each(['2024-11-05', '2025-03-26'])('is not asked with revision %s, which has no questions', async (revision) => {
    const url = await serve();
    const { body } = await post(url, get, await session(url, revision));
    expect(body).toEqual({ jsonrpc: '2.0', id: 1, error: required('this client cannot ask for it') });
  });

  test.each([
    ['without a session', { sessions: false }],
    ['where answers are documents', { responseMode: 'json' }],
  ] as const)('is not asked %s', async (_, options) => {
    const url = await serve(options);
    const own = 'sessions' in options ? { 'mcp-protocol-version': '2025-11-25' } : await session(url, '2025-11-25');
    expect((await post(url, get, own)).body).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: required('this client cannot ask for it'),
    });
  });

  /** Gets the prompt, and answers the question as it is told. */
  async function answering(answer: object): Promise<unknown> {
    const url = await serve();
    const own = await session(url, '2025-06-18');
    const response = await fetch(url, { method: 'POST', headers: { ...headers, ...own }, body: get });
    let seen = 0;
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk as Uint8Array).toString();
      const messages = eventsOf(text) as { id: number; method?: string; error?: unknown }[];
      for (const { id, method, error } of messages.slice(seen)) {
        if (method === undefined) return error;
        await post(url, JSON.stringify({ jsonrpc: '2.0', id, ...answer }), own);
      }
      seen = messages.length;
    }
    return undefined;
  }

  test.each([
    ['nothing', { result: {} }],
    ['an action that there is not', { result: { action: 'perhaps' } }],
    ['content that is no form', { result: { action: 'accept', content: 'Ada' } }],
    ['nested values', { result: { action: 'accept', content: { name: { first: 'Ada' } } } }],
    ['an error', { error: { code: -32601, message: 'secret of the client' } }],
  ])('that answers with %s has failed to ask', async (_, answer) => {
    expect(await answering(answer)).toEqual(required('the client failed to ask for it'));
    expect(log).toEqual([]);
  });

  test.each([
    ['too little', {}],
    ['what was not asked for', { __proto__: null, constructor: 'x', other: 'y' }],
    ['null for the form', null],
  ])('that accepts with %s is asked again, three times at most', async (_, content) => {
    expect(await answering({ result: { action: 'accept', content } })).toMatchObject({
      code: -32602,
      message: 'Prompt "trip" needs more input, and what was answered breaks rules: name is required',
    });
  });

  test.each([
    ['auto', 'while'],
    ['auto', 'before'],
    ['sse', 'while'],
    ['sse', 'before'],
  ] as const)('with %s, that goes away %s somebody is asked leaves nothing to wait for', async (responseMode, when) => {
    let ask = () => {};
    const ready = new Promise<void>((resolve) => (ask = resolve));
    const ended: string[] = [];
    @Prompt()
    class Ask implements PromptHandler {
      async render(_: object, context: PromptContext) {
        await ready;
        const { name } = await context.ask(Traveller, 'Who?').catch((error: Error) => {
          ended.push(error.message);
          throw error;
        });
        return name;
      }
    }
    const runtime = new PromptRuntime({ prompts: [Ask], logger });
    const handler = createHandler(runtime, { name: 'x', version: '1', responseMode });
    const leaving = new AbortController();
    const request = (body: string, own = {}, signal?: AbortSignal) => {
      const init = { method: 'POST', body, headers: { ...headers, ...own }, ...(signal && { signal }) };
      return handler.fetch(new Request('http://localhost/mcp', init));
    };
    const introduced = await request(hello('2025-11-25'));
    await introduced.text();
    const own = { 'mcp-session-id': introduced.headers.get('mcp-session-id') ?? '' };
    const question = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: 'ask' } });
    const response = request(question, own, leaving.signal);
    await sleep(10);
    if (when === 'before') leaving.abort();
    ask();
    await sleep(10);
    leaving.abort();
    await (when === 'while' ? (await response).body?.cancel() : undefined);
    await sleep(10);
    expect(ended).toEqual(['Prompt "ask" needs more input, and the client failed to ask for it: name is required']);
    await handler.close();
    expect(log).toEqual([]);
  });

  test('that ends its session while somebody is asked gets the end of its stream', async () => {
    const url = await serve();
    const own = await session(url, '2025-11-25');
    const response = await fetch(url, { method: 'POST', headers: { ...headers, ...own }, body: get });
    const rest = response.text();
    await fetch(url, { method: 'DELETE', headers: own });
    expect(await rest).toMatch(/^event: message\ndata: .*"elicitation\/create".*\n\n/);
  });
});
