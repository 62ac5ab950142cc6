import {
  ElicitationPendingError,
  Arg,
  type CompletionContext,
  definePrompt,
  type Interceptor,
  type RequestContext,
  Runtime,
} from '@cuecard/core';
import { serveHttp } from '@cuecard/server';
import { afterEach, describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { runs } from '../../../../build/jest/runs.ts';
import { closables } from '../support/closables.ts';
import {
  accept,
  ada,
  answersTo,
  complete,
  first,
  get,
  identity,
  type InputRequired,
  log,
  logger,
  newKey,
  oldKey,
  serve,
  Traveller,
  Trip,
} from './support/elicitation-rounds.ts';
import { ask, outcome } from './support/modern.ts';

const open = closables();
afterEach(() => {
  if (log.length > 0) throw new Error(`This was logged: ${log.join('; ')}`);
});

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
        seen.push(error instanceof ElicitationPendingError ? 'asks' : `fails: ${String(error)}`);
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
      'fails: InputRequiredError: Prompt "trip" needs more input, but the user declined to give it: name is required',
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

  test('asks again for a missing answer and ignores unknown ones', async () => {
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
        message: 'Invalid inputResponses: send { action, content } for each entry of inputRequests',
      });
    }
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
    const message = 'The answers to the elicitations are larger than 65536 bytes in total';
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
    const message = 'This request needs more than 32 elicitations';
    expect(outcome(await ask(url, get('restless', params)))).toEqual({ code: -32602, message });
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
          message: 'Prompt "trip" needs more input, but this client does not support elicitation: name is required',
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
      message: `${subject} needs more input, but this client does not support elicitation: name is required`,
      data: { errors: [{ argument: 'name', rule: 'isDefined', message: 'name is required' }] },
    });
    expect([
      outcome(await ask(server.url, { method: 'completion/complete', params: completion })),
      outcome(await ask(server.url, { method: 'prompts/list' })),
    ]).toEqual([unable('Prompt "completing"'), unable('The list of prompts')]);
  });
});
