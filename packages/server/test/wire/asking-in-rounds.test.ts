import {
  AnswerAwaitedError,
  Arg,
  type CompletionContext,
  definePrompt,
  type Interceptor,
  Prompt,
  type RequestContext,
  type PromptHandler,
  Runtime,
} from '@cuecard/core';
import { createHandler, type HandlerOptions, serveHttp, serveStdio } from '@cuecard/server';
import { afterEach, describe, expect, test } from '@jest/globals';
import { MinLength } from 'class-validator';
import * as fc from 'fast-check';
import { runs } from '../../../../test/support/runs.ts';
import { ask, type Asked, messageOf, outcome } from './support/modern.ts';
import { fakeClock } from '../../../../test/support/fake-time.ts';
import { inProcess } from './support/in-process.ts';
import { closables } from '../support/closables.ts';

class Traveller {
  @Arg()
  @MinLength(2)
  name!: string;
}
class Means {
  @Arg()
  by!: string;
}
class TripArgs {
  @Arg()
  city = 'Oslo';
  @Arg()
  days = 1;
}

@Prompt({ args: TripArgs })
class Trip implements PromptHandler<TripArgs> {
  async render({ city, days }: TripArgs, context: RequestContext) {
    const { name } = await context.ask(Traveller, 'Who travels?');
    const { by } = await context.ask(Means, `How does ${name} travel?`);
    return `${name} to ${city} by ${by} for ${days}`;
  }
}
@Prompt({ args: TripArgs })
class OtherTrip extends Trip {}

@Prompt()
class Together implements PromptHandler {
  async render(_: object, context: RequestContext) {
    const people = [context.ask(Traveller, 'Who travels?'), context.ask(Traveller, 'Who travels?')];
    const [[one, other], { by }] = await Promise.all([Promise.all(people), context.ask(Means, 'How?')]);
    return `${one?.name} and ${other?.name} by ${by}`;
  }
}

@Prompt()
class Careless implements PromptHandler {
  async render(_: object, context: RequestContext) {
    const name = await context.ask(Traveller, 'Who travels?').then(
      (traveller) => traveller.name,
      () => 'nobody',
    );
    return `${name} travels`;
  }
}

let count = 0;
@Prompt()
class Restless implements PromptHandler {
  async render(_: object, context: RequestContext) {
    const elicitations = Array.from({ length: 20 }, () => context.ask(Traveller, `Who is number ${(count += 1)}?`));
    await Promise.all(elicitations);
    return 'never';
  }
}

function logged() {
  const log: string[] = [];
  const push = (message: string) => log.push(message);
  const logger = { error: push, warn: push };
  const prompts = [Trip, OtherTrip, Together, Careless, Restless];
  return { log, logger, runtime: new Runtime({ prompts, askForMissing: true, logger }) };
}
const { log, logger, runtime } = logged();
const identity = { name: 'x', version: '1' };

const clock = fakeClock();
const open = closables();
afterEach(() => {
  if (log.length > 0) throw new Error(`This was logged: ${log.join('; ')}`);
});
async function serve(options: Partial<HandlerOptions> = {}, served = runtime): Promise<string> {
  const server = await serveHttp(served, { ...identity, port: 0, ...options });
  open.push(server);
  return server.url;
}

interface InputRequired {
  readonly resultType: string;
  readonly inputRequests: Record<string, { method: string; params: { message: string } }>;
  readonly requestState: string;
}
const get = (name: string, params: object = {}): Asked => ({ method: 'prompts/get', params: { name, ...params } });
const accept = (content: object) => ({ action: 'accept', content });
const complete = (text: string) => ({
  resultType: 'complete',
  messages: [{ role: 'user', content: { type: 'text', text } }],
});
const invalidState = {
  code: -32602,
  message: 'Invalid or expired requestState: ask again without it',
  data: { reason: 'invalid_request_state' },
};

/** Answers the requested elicitations by their messages. */
function answersTo({ inputRequests, requestState }: InputRequired, answers: Record<string, object>) {
  const responses = Object.entries(inputRequests).map(([key, { params }]) => [key, answers[params.message]]);
  return { requestState, inputResponses: Object.fromEntries(responses.filter(([, answer]) => answer)) as object };
}
const ada = { 'Who travels?': accept({ name: 'Ada' }) };

async function first(url: string, request = get('trip'), headers = {}): Promise<InputRequired> {
  return outcome(await ask(url, request, headers)) as InputRequired;
}

const [oldKey, newKey] = ['k'.repeat(32), 'n'.repeat(32)];

describe('RequestContext.ask', () => {
  test.each([
    ['all instances have the same key', [oldKey], [oldKey]],
    ['a new key comes in', [oldKey, newKey], [newKey, oldKey]],
  ])('continues at another instance when %s', async (_, ofOne, ofOther) => {
    const [one, other] = [await serve({ stateKeys: ofOne }), await serve({ stateKeys: ofOther })];
    const required = await first(one);
    const form = {
      type: 'object',
      properties: { name: expect.objectContaining({ type: 'string', minLength: 2 }) as unknown },
      required: ['name'],
    };
    expect(required).toEqual({
      resultType: 'input_required',
      requestState: expect.any(String) as unknown,
      inputRequests: {
        traveller: {
          method: 'elicitation/create',
          params: { mode: 'form', message: 'Who travels?', requestedSchema: form },
        },
      },
    });
    const second = outcome(await ask(other, get('trip', answersTo(required, ada)))) as InputRequired;
    expect(Object.values(second.inputRequests)).toMatchObject([{ params: { message: 'How does Ada travel?' } }]);
    const answers = answersTo(second, { 'How does Ada travel?': accept({ by: 'train' }) });
    expect(outcome(await ask(one, get('trip', answers)))).toEqual(complete('Ada to Oslo by train for 1'));
  });

  test('sends concurrent elicitations in one round', async () => {
    const url = await serve();
    const required = await first(url, get('together'));
    const keys = Object.keys(required.inputRequests);
    expect(keys).toEqual(['traveller', 'traveller_2', 'means']);
    const answers = [accept({ name: 'Ada' }), accept({ name: 'Bob' }), accept({ by: 'train' })];
    const inputResponses = Object.fromEntries(keys.map((key, index) => [key, answers[index]]));
    const params = { requestState: required.requestState, inputResponses };
    expect(outcome(await ask(url, get('together', params)))).toEqual(complete('Ada and Bob by train'));
  });

  test('keeps the key of an open elicitation between rounds', async () => {
    const url = await serve();
    const { requestState } = await first(url, get('together'));
    const inputResponses = { traveller: accept({ name: 'Ada' }), means: accept({ by: 'boat' }) };
    const next = outcome(await ask(url, get('together', { requestState, inputResponses }))) as InputRequired;
    expect(Object.keys(next.inputRequests)).toEqual(['traveller_2']);
    const last = { requestState: next.requestState, inputResponses: { traveller_2: accept({ name: 'Bob' }) } };
    expect(outcome(await ask(url, get('together', last)))).toEqual(complete('Ada and Bob by boat'));
  });

  test('accepts an answer only for its own elicitation', async () => {
    let asks = 0;
    class ConfirmArgs {
      @Arg()
      sure!: boolean;
    }
    const remove = definePrompt({
      name: 'remove',
      render: async (_: object, context: RequestContext) => {
        const { sure } = await context.ask(ConfirmArgs, `Remove ${(asks += 1)} files?`);
        return `${sure}`;
      },
    });
    const server = await serveHttp(new Runtime({ prompts: [remove], logger }), { ...identity, port: 0 });
    open.push(server);
    const { requestState, inputRequests } = await first(server.url, get('remove'));
    const params = { requestState, inputResponses: { confirm: accept({ sure: true }) } };
    const next = outcome(await ask(server.url, get('remove', params))) as InputRequired;
    expect([inputRequests, next.inputRequests]).toMatchObject([
      { confirm: { params: { message: 'Remove 1 files?' } } },
      { confirm: { params: { message: 'Remove 2 files?' } } },
    ]);
  });

  test('calls interceptors in each round', async () => {
    const seen: string[] = [];
    const watch: Interceptor = async (_call, next) => {
      try {
        const answer = await next();
        seen.push('answered');
        return answer;
      } catch (error) {
        seen.push(error instanceof AnswerAwaitedError ? 'asks' : `fails: ${String(error)}`);
        throw error;
      }
    };
    const watched = new Runtime({ prompts: [Trip], interceptors: [watch], logger });
    const server = await serveHttp(watched, { ...identity, port: 0 });
    open.push(server);
    const required = await first(server.url);
    const second = outcome(await ask(server.url, get('trip', answersTo(required, ada)))) as InputRequired;
    await ask(server.url, get('trip', answersTo(second, { 'How does Ada travel?': accept({ by: 'train' }) })));
    await ask(server.url, get('trip', answersTo(required, { 'Who travels?': { action: 'decline' } })));
    expect(seen).toEqual([
      'asks',
      'asks',
      'answered',
      'fails: InputRequiredError: Prompt "trip" needs more input, and the client declined: name is required',
    ]);
  });

  test('asks the user even if the prompt ignores the answer', async () => {
    const url = await serve();
    const required = await first(url, get('careless'));
    expect(outcome(await ask(url, get('careless', answersTo(required, ada))))).toEqual(complete('Ada travels'));
    const declined = answersTo(required, { 'Who travels?': { action: 'decline' } });
    expect(outcome(await ask(url, get('careless', declined)))).toEqual(complete('nobody travels'));
  });

  test('asks only for invalid arguments', async () => {
    const url = await serve();
    const args = { arguments: { days: 'two' } };
    const required = await first(url, get('trip', args));
    const [[, { params }] = ['', { params: { message: '' } }]] = Object.entries(required.inputRequests);
    expect(params).toMatchObject({ requestedSchema: { properties: { days: { type: 'number' } } } });
    const answers = answersTo(required, { [params.message]: accept({ days: 2 }) });
    const next = outcome(await ask(url, get('trip', { ...args, ...answers }))) as InputRequired;
    expect(Object.values(next.inputRequests)).toMatchObject([{ params: { message: 'Who travels?' } }]);
  });

  test('asks again for a missing answer and ignores others', async () => {
    const url = await serve();
    const required = await first(url);
    const { requestState } = required;
    const stranger = { stranger: accept({ name: 'Eve' }) };
    const responses = [undefined, {}, stranger];
    for (const inputResponses of responses) {
      const again = outcome(await ask(url, get('trip', { requestState, inputResponses }))) as InputRequired;
      expect(again.inputRequests).toEqual(required.inputRequests);
    }
    const { inputResponses } = answersTo(required, ada);
    const withoutState = outcome(await ask(url, get('trip', { inputResponses }))) as InputRequired;
    expect(withoutState.inputRequests).toEqual(required.inputRequests);
  });

  test('rejects malformed inputResponses with -32602', async () => {
    const url = await serve();
    const required = await first(url);
    const [key = ''] = Object.keys(required.inputRequests);
    const malformed = ['Ada', 7, null, ['Ada'], {}, { action: 'burn' }, { action: 'accept', content: 'Ada' }];
    for (const response of malformed) {
      const params = { requestState: required.requestState, inputResponses: { [key]: response } };
      expect(outcome(await ask(url, get('trip', params)))).toEqual({
        code: -32602,
        message: 'Invalid inputResponses: give { action, content } for each of the inputRequests',
      });
    }
  });

  describe('requestState', () => {
    const retry = async (url: string, request: Asked, headers = {}) => outcome(await ask(url, request, headers));

    test('rejects a modified value', async () => {
      const url = await serve({ stateKeys: [oldKey] });
      const { requestState } = await first(url);
      for (let index = 0; index < requestState.length - 1; index += 7) {
        const letter = requestState[index] === 'A' ? 'B' : 'A';
        const changed = requestState.slice(0, index) + letter + requestState.slice(index + 1);
        expect(await retry(url, get('trip', { requestState: changed }))).toEqual(invalidState);
      }
      expect(await retry(url, get('trip', { requestState: '' }))).toEqual(invalidState);
      expect(await retry(url, get('trip', { requestState: 7 }))).toMatchObject({ code: -32602 });
    });

    test('rejects a value older than stateTtlMs', async () => {
      const url = await serve({ stateTtlMs: 60_000 });
      const { requestState } = await first(url);
      clock.shiftDate(62_000);
      expect(await retry(url, get('trip', { requestState }))).toEqual(invalidState);
    });

    test('rejects a value for another prompt or other arguments', async () => {
      const url = await serve();
      const own = { arguments: { city: 'Rome', days: '3' } };
      const { requestState } = await first(url, get('trip', own));
      expect(await retry(url, get('other_trip', { ...own, requestState }))).toEqual(invalidState);
      expect(await retry(url, get('trip', { requestState }))).toEqual(invalidState);
      const turned = { arguments: { days: '3', city: 'Rome' } };
      expect(await retry(url, get('trip', { ...turned, requestState }))).toMatchObject({
        resultType: 'input_required',
      });
    });

    test('rejects a value for another principal', async () => {
      const authenticate = ({ headers }: Request) => ({ principal: headers.get('authorization') ?? '', scopes: [] });
      const url = await serve({ authenticate });
      const as = (authorization: string) => ({ authorization });
      const required = await first(url, get('trip'), as('ada'));
      const answered = get('trip', answersTo(required, ada));
      expect(await retry(url, answered, as('eve'))).toEqual(invalidState);
      expect(await retry(url, answered, as('ada'))).toMatchObject({ resultType: 'input_required' });
    });

    const unknown = 'A client sent a requestState that was signed with an unknown key';
    const remedy = 'give the same stateKeys to all instances that serve the same clients. See docs/serving.md#keys';
    test.each([
      ['other stateKeys', { stateKeys: [newKey] }, `${unknown}: ${remedy}`],
      ['a random key', {}, `${unknown}. Without stateKeys, each process has a random key: ${remedy}`],
    ])('rejects a value signed with an unknown key and warns once, with %s', async (_, options, warning) => {
      const own = logged();
      const [one, other] = [await serve({ stateKeys: [oldKey, newKey] }), await serve(options, own.runtime)];
      for (const requestState of [undefined, 'made up', (await first(other)).requestState])
        await retry(other, get('trip', { requestState }));
      expect(own.log).toEqual([]);
      const request = get('trip', { requestState: (await first(one)).requestState });
      const responses = await Promise.all([retry(other, request), retry(other, request)]);
      expect({ responses, log: own.log }).toEqual({ responses: [invalidState, invalidState], log: [warning] });
    });
  });

  test('returns a result or an error for any inputResponses', async () => {
    const url = await serve();
    const required = await first(url);
    const [key = ''] = Object.keys(required.inputRequests);
    const content = fc.dictionary(fc.constantFrom('name', 'by', '__proto__'), fc.jsonValue());
    const action = fc.constantFrom('accept', 'decline', 'cancel', 'burn');
    const response = fc.oneof(fc.jsonValue(), fc.record({ action, content: fc.oneof(content, fc.jsonValue()) }));
    const inputResponses = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(fc.constantFrom(key, '__proto__', 'other'), response),
      fc.record({ [key]: response }),
    );
    const requestState = fc.oneof(fc.constant(required.requestState), fc.string(), fc.jsonValue());
    const tried = fc.asyncProperty(fc.record({ inputResponses, requestState }), async (params) => {
      const { status, body } = await ask(url, get('trip', params));
      const { resultType, code } = outcome({ body }) as { resultType?: string; code?: number };
      expect(status).toBe(200);
      expect(['input_required', -32602]).toContain(resultType ?? code);
    });
    await fc.assert(tried, { numRuns: runs(1_000) });
  });

  test('rejects answers larger than 64 KiB', async () => {
    const url = await serve();
    const answers = answersTo(await first(url), { 'Who travels?': accept({ name: 'a'.repeat(64 * 1024) }) });
    const message = 'The answers are larger than 65536 bytes';
    expect(outcome(await ask(url, get('trip', answers)))).toEqual({ code: -32602, message });
  });

  test('rejects more than 32 elicitations of a prompt', async () => {
    const url = await serve();
    const required = await first(url, get('restless'));
    const answers = Object.values(required.inputRequests).map(({ params }) => [
      params.message,
      accept({ name: 'Ada' }),
    ]);
    const params = answersTo(required, Object.fromEntries(answers) as Record<string, object>);
    const message = 'This prompt asks more than 32 questions';
    expect(outcome(await ask(url, get('restless', params)))).toEqual({ code: -32602, message });
  });

  test.each([
    [5, 'short'],
    [30, '\u00fc'.repeat(15)],
    [31, new Uint8Array(31)],
  ])('rejects a key of %d bytes', async (bytes, short) => {
    const options = { ...identity, stateKeys: [oldKey, short] };
    const refusal = new RangeError(`stateKeys[1] has ${bytes} bytes: give one of 32 or more, such as randomBytes(32)`);
    expect(() => createHandler(runtime, options)).toThrow(refusal);
    await expect(serveStdio(runtime, options)).rejects.toThrow(refusal);
  });

  test('reports the missing capability if the client does not support forms', async () => {
    const url = await serve();
    const missing = { argument: 'name', rule: 'isDefined', message: 'name is required' };
    for (const capabilities of [{}, { elicitation: { url: {} } }]) {
      const answer = await ask(url, { ...get('trip'), capabilities });
      expect([answer.status, outcome(answer)]).toEqual([
        400,
        {
          code: -32021,
          message: 'Prompt "trip" needs more input, and this client cannot ask for it: name is required',
          data: { errors: [missing], requiredCapabilities: { elicitation: { form: {} } } },
        },
      ]);
    }
  });

  test('asks only in prompts/get', async () => {
    const suggest = async (_: string, context: CompletionContext) => [(await context.ask(Traveller, 'Who?')).name];
    const args = [{ name: 'name', type: String, complete: suggest }];
    const completing = definePrompt({ name: 'completing', args, render: () => 'never' });
    const asks: Interceptor = async ({ method, context }, next) => {
      if (method === 'prompts/list') await context.ask(Traveller, 'Who lists?');
      return next();
    };
    const asker = new Runtime({ prompts: [completing], interceptors: [asks], logger });
    const server = await serveHttp(asker, { ...identity, port: 0 });
    open.push(server);
    const completion = { ref: { type: 'ref/prompt', name: 'completing' }, argument: { name: 'name', value: '' } };
    const unable = (subject: string) => ({
      code: -32602,
      message: `${subject} needs more input, and this client cannot ask for it: name is required`,
      data: { errors: [{ argument: 'name', rule: 'isDefined', message: 'name is required' }] },
    });
    expect([
      outcome(await ask(server.url, { method: 'completion/complete', params: completion })),
      outcome(await ask(server.url, { method: 'prompts/list' })),
    ]).toEqual([unable('Prompt "completing"'), unable('The list of prompts')]);
  });

  test('asks the user over stdio', async () => {
    const { lines, close } = await inProcess(runtime);
    open.push({ close });
    const say = async (request: Asked) =>
      outcome({ body: await lines.ask(JSON.stringify(messageOf(request))) }) as InputRequired;
    const second = await say(get('trip', answersTo(await say(get('trip')), ada)));
    const answers = answersTo(second, { 'How does Ada travel?': accept({ by: 'boat' }) });
    expect(await say(get('trip', answers))).toEqual(complete('Ada to Oslo by boat for 1'));
  });
});
