import { type Auth, Prompt, type RequestContext, type PromptHandler, Runtime } from '@cuecard/core';
import { afterEach, describe, expect, test } from '@jest/globals';
import { boundServer, sdks } from './support/sdks.ts';

const seen: RequestContext[] = [];

@Prompt()
class WhoAmI implements PromptHandler {
  render(_: object, context: RequestContext) {
    seen.push(context);
    return 'seen';
  }
}

const runtime = new Runtime({ prompts: [WhoAmI] });
const get = { jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: 'who_am_i' } };
const token = 'hunter2';

afterEach(() => void (seen.length = 0));

describe.each(sdks)('RequestContext.auth with SDK %s', (_version, sdk) => {
  async function contextOf(authInfo?: object, options: { auth?: Auth } = {}): Promise<RequestContext | undefined> {
    const [near, far] = sdk.InMemoryTransport.createLinkedPair();
    await boundServer(sdk, runtime, options).connect(far);
    const answered = new Promise((resolve) => (near.onmessage = resolve));
    await near.send(get, authInfo && { authInfo });
    await answered;
    await near.close();
    return seen.at(-1);
  }

  test.each([
    ['the client id', { token, clientId: 'app', scopes: ['a'] }, { principal: 'app', scopes: ['a'] }],
    [
      'the sub claim',
      { token, clientId: 'app', scopes: [], extra: { sub: 'ada', iss: 'https://id.example' } },
      { principal: 'ada', scopes: [], claims: { sub: 'ada', iss: 'https://id.example' } },
    ],
    [
      'the client id if the sub claim is empty',
      { token, clientId: 'app', scopes: [], extra: { sub: '' } },
      { principal: 'app', scopes: [], claims: { sub: '' } },
    ],
  ])('uses %s as the principal, and never contains the token', async (_, authInfo, auth) => {
    const context = await contextOf(authInfo);
    expect(context?.auth).toEqual(auth);
    expect(JSON.stringify([context?.auth, context?.meta, context?.client])).not.toContain(token);
  });

  test('is the auth option unless the SDK has authenticated the request', async () => {
    const auth = { principal: 'me', scopes: [] };
    expect((await contextOf(undefined, { auth }))?.auth).toBe(auth);
    expect((await contextOf({ token, clientId: 'app', scopes: [] }, { auth }))?.auth?.principal).toBe('app');
    expect((await contextOf())?.auth).toBeUndefined();
  });
});
