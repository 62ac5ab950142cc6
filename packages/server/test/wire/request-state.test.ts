import { Arg, type RequestContext, Resource, Runtime } from '@cuecard/core';
import { createHandler, serveStdio } from '@cuecard/server';
import { afterEach, describe, expect, test } from '@jest/globals';
import { fakeClock } from '../../../../build/jest/fake-time.ts';
import {
  ada,
  answersTo,
  first,
  get,
  identity,
  invalidState,
  log,
  logged,
  newKey,
  oldKey,
  runtime,
  serve,
  Traveller,
} from './support/elicitation-rounds.ts';
import { ask, type Asked, outcome } from './support/modern.ts';

class File {
  @Arg() name!: string;
}

const clock = fakeClock();
afterEach(() => {
  if (log.length > 0) throw new Error(`This was logged: ${log.join('; ')}`);
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

  test('rejects a value for another resource', async () => {
    @Resource({ uri: 'files://{name}', args: File })
    class Files {
      async read({ name }: File, context: RequestContext) {
        await context.ask(Traveller, 'Who reads?');
        return name;
      }
    }
    const url = await serve({}, new Runtime({ resources: [Files] }));
    const read = (uri: string, more = {}) => ({ method: 'resources/read', params: { uri, name: 'x', ...more } });
    const { requestState, inputRequests } = await first(url, read('files://open'), { 'mcp-name': 'files://open' });
    const answers = Object.fromEntries(
      Object.keys(inputRequests).map((key) => [key, { action: 'accept', content: { name: 'Ada' } }]),
    );
    const again = (uri: string) =>
      retry(url, read(uri, { requestState, inputResponses: answers }), { 'mcp-name': uri });
    expect(await again('files://closed')).toEqual(invalidState);
    expect(await again('files://open')).toMatchObject({
      contents: [{ uri: 'files://open', text: 'open' }],
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
  const remedy =
    'Set the same stateKeys in all instances that serve the same clients. See "Keys" on the documentation page "Sessions".';
  test.each([
    ['other stateKeys', { stateKeys: [newKey] }, `${unknown}. ${remedy}`],
    ['a random key', {}, `${unknown}. Without stateKeys, each process has a random key. ${remedy}`],
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

describe('HandlerOptions.stateKeys', () => {
  test.each([
    [5, 'short'],
    [30, '\u00fc'.repeat(15)],
    [31, new Uint8Array(31)],
  ])('rejects a key of %d bytes', async (bytes, short) => {
    const options = { ...identity, stateKeys: [oldKey, short] };
    const refusal = new RangeError(`stateKeys[1] has ${bytes} bytes: use at least 32, such as randomBytes(32)`);
    expect(() => createHandler(runtime, options)).toThrow(refusal);
    await expect(serveStdio(runtime, options)).rejects.toThrow(refusal);
  });
});

describe('HandlerOptions.stateTtlMs', () => {
  test.each([0, Infinity])('rejects %d', (stateTtlMs) => {
    expect(() => createHandler(runtime, { ...identity, stateTtlMs })).toThrow(
      new RangeError(`stateTtlMs is ${stateTtlMs}: use a whole number from 1 on`),
    );
  });
});
