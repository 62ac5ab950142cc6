import { Runtime } from '@cuecard/core';
import { type BearerOptions, createHandler } from '@cuecard/server';
import { describe, expect, test } from '@jest/globals';
import { assert, asyncProperty, constantFrom, integer, string, stringMatching, uniqueArray } from 'fast-check';
import { runs } from '../../../../build/jest/runs.ts';

const SECRET = 'sesame-hunter2';
const METADATA = 'https://prompts.example.com/.well-known/oauth-protected-resource/mcp';

function handlerOf(options: Partial<BearerOptions> = {}) {
  return createHandler(new Runtime({ prompts: [] }), {
    name: 'x',
    version: '1',
    bearer: {
      verify: (token) => Promise.reject(new Error(token)),
      resource: 'https://prompts.example.com/mcp',
      authorizationServers: ['https://auth.example.com'],
      ...options,
    },
  });
}

describe('HandlerOptions.bearer', () => {
  test('does not repeat credentials in a rejection', async () => {
    const handler = handlerOf();
    const character = integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code));
    const anything = string({ minLength: 1, unit: character });
    const query = constantFrom('', `?access_token=${SECRET}`);
    await assert(
      asyncProperty(constantFrom('', 'Bearer ', 'Basic '), anything, query, async (scheme, rest, search) => {
        const headers = { authorization: `${scheme}${rest}${SECRET}${rest}` };
        const answer = await handler.fetch(new Request(`http://localhost/mcp${search}`, { method: 'POST', headers }));
        expect([400, 401]).toContain(answer.status);
        expect(JSON.stringify([...answer.headers, await answer.text()])).not.toContain(SECRET);
      }),
      { numRuns: runs(1_000) },
    );
  });

  test('round-trips any scopes in the challenge', async () => {
    const scope = stringMatching(/^[!#-[\]-~]{1,9}$/);
    await assert(
      asyncProperty(uniqueArray(scope, { minLength: 1 }), async (scopes) => {
        const { headers } = await handlerOf({ scopes }).fetch(new Request('http://localhost/mcp'));
        const challenge = /^Bearer resource_metadata="([^"\\]*)", scope="([^"\\]*)"$/;
        const [, metadata, needed] = challenge.exec(headers.get('www-authenticate') ?? '') ?? [];
        expect([metadata, needed?.split(' ')]).toEqual([METADATA, scopes]);
      }),
      { numRuns: runs(1_000) },
    );
  });
});
