import { type Auth, Prompt, type RequestContext, type PromptHandler, Runtime } from '@cuecard/core';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type Own, ownServer } from './own-server.ts';

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

/** Tests on whose behalf a user's own server asks prompts. */
export function testOwnServer(own: Own): void {
  afterEach(() => void (seen.length = 0));

  describe("a user's own server", () => {
    const token = 'hunter2';
    async function asked(authInfo?: object, options: { auth?: Auth } = {}): Promise<RequestContext | undefined> {
      const server = ownServer(own, runtime, options);
      const [near, far] = own.InMemoryTransport.createLinkedPair();
      await server.connect(far);
      const done = new Promise((resolve) => (near.onmessage = resolve));
      await near.send(get, authInfo && { authInfo });
      await done;
      await near.close();
      return seen[0];
    }

    test.each([
      ['the client', { token, clientId: 'app', scopes: ['a'] }, { principal: 'app', scopes: ['a'] }],
      [
        'the subject, where a claim says who that is',
        { token, clientId: 'app', scopes: [], extra: { sub: 'ada', iss: 'https://id.example' } },
        { principal: 'ada', scopes: [], claims: { sub: 'ada', iss: 'https://id.example' } },
      ],
      [
        'the client, where the subject is no name',
        { token, clientId: 'app', scopes: [], extra: { sub: '' } },
        { principal: 'app', scopes: [], claims: { sub: '' } },
      ],
    ])('knows %s from what the SDK has verified', async (_, authInfo, auth) => {
      const context = await asked(authInfo);
      expect(context?.auth).toEqual(auth);
      expect(JSON.stringify([context?.auth, context?.meta, context?.client])).not.toContain(token);
    });

    test('knows whom it was bound for, unless the SDK knows better', async () => {
      const auth = { principal: 'me', scopes: [] };
      expect((await asked(undefined, { auth }))?.auth).toBe(auth);
      seen.length = 0;
      expect((await asked({ token, clientId: 'app', scopes: [] }, { auth }))?.auth?.principal).toBe('app');
      seen.length = 0;
      expect((await asked())?.auth).toBeUndefined();
    });
  });
}
