import { randomBytes } from 'node:crypto';
import { definePrompt, Runtime } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { closables } from '../../../server/test/support/closables.ts';
import { servedPage, statusOf } from './support/served-page.ts';

const open = closables();
const runtime = new Runtime({ prompts: [definePrompt({ name: 'near', render: () => 'here' })] });

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";

const OTHER = 'http://localhost:5173';

describe('createPlayground', () => {
  test('sends the content security policy with every response', async () => {
    const { endpoint, api } = await servedPage(runtime, open);
    const answers = [
      await fetch(new URL('/', endpoint)),
      await fetch(new URL('/none', endpoint)),
      await api('project'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 200]);
    for (const { headers } of answers)
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-security-policy': POLICY,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
      });
  });

  test('requires the token for the API', async () => {
    const { endpoint, token } = await servedPage(runtime, open);
    const own = new URL(endpoint).origin;
    const withToken = { authorization: `Bearer ${token}` };
    const rows: [number, Record<string, string>][] = [
      [401, {}],
      [401, { authorization: 'Bearer ' }],
      [401, { authorization: `Bearer ${token}x` }],
      [401, { authorization: `Basic ${token}` }],
      [401, { origin: OTHER }],
      [401, { origin: own }],
      [403, { ...withToken, origin: OTHER }],
      [403, { ...withToken, origin: 'null' }],
      [403, { ...withToken, origin: own.replace('127.0.0.1', 'localhost') }],
      [403, { ...withToken, 'sec-fetch-site': 'same-site' }],
      [403, { ...withToken, 'sec-fetch-site': 'cross-site' }],
      [403, { ...withToken, 'sec-fetch-site': 'none' }],
      [403, { ...withToken, host: 'evil.example', origin: 'http://evil.example' }],
      [200, withToken],
      [200, { ...withToken, origin: own }],
      [200, { ...withToken, origin: own, 'sec-fetch-site': 'same-origin' }],
    ];
    const statuses = await Promise.all(
      ['project', 'calls', 'catalogue'].map(async (path) => {
        const url = new URL(`/-/${path}`, endpoint);
        return Promise.all(rows.map(async ([, headers]) => [await statusOf(url, headers), headers]));
      }),
    );
    expect(statuses).toEqual([rows, rows, rows]);
  });

  test('rejects rebound host names for the page and the API', async () => {
    const { endpoint, token } = await servedPage(runtime, open);
    const headers = { host: 'evil.example', authorization: `Bearer ${token}` };
    const paths = ['/', '/page.js', '/-/project', '/-/events'];
    const statuses = await Promise.all(paths.map((path) => statusOf(new URL(path, endpoint), headers)));
    expect(statuses).toEqual([403, 403, 403, 403]);
  });

  test('sends no CORS headers to other origins', async () => {
    const { endpoint, api } = await servedPage(runtime, open);
    const preflight = {
      method: 'OPTIONS',
      headers: {
        origin: OTHER,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    };
    const answers = [
      await fetch(new URL('/-/project', endpoint), preflight),
      await fetch(new URL('/-/project', endpoint), { headers: { origin: OTHER } }),
      await api('project', { headers: { origin: OTHER } }),
      await fetch(new URL('/', endpoint), { headers: { origin: OTHER } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 403, 200]);
    const cors = answers.flatMap(({ headers }) =>
      [...headers.keys()].filter((name) => name.startsWith('access-control')),
    );
    expect(cors).toEqual([]);
  });

  test('rejects a missing token and another origin with a reason', async () => {
    const { endpoint, api } = await servedPage(runtime, open);
    const without = await fetch(new URL('/-/project', endpoint));
    expect([without.headers.get('www-authenticate'), await without.json()]).toEqual([
      'Bearer',
      {
        error: { code: 'token', message: 'The token is missing or invalid. Open the address that the server printed' },
      },
    ]);
    const other = await api('project', { headers: { origin: OTHER } });
    expect(await other.json()).toEqual({
      error: { code: 'origin', message: 'Only the page of this server may send this request' },
    });
  });

  test('creates a token per server and puts it into the fragment', async () => {
    const [one, other] = [await servedPage(runtime, open), await servedPage(runtime, open)];
    expect(one.token).toMatch(/^[\w-]{43}$/);
    expect(one.token).not.toBe(other.token);
    const { urlFor } = one.playground;
    expect([urlFor('http://127.0.0.1:3917/mcp'), urlFor('https://desk.example/a/mcp?b')]).toEqual([
      `http://localhost:3917/#token=${one.token}`,
      `https://desk.example/#token=${one.token}`,
    ]);
  });

  test('accepts a long token, and rejects a short one without printing it', async () => {
    const token = randomBytes(32).toString('base64url');
    const [one, other] = [await servedPage(runtime, open, { token }), await servedPage(runtime, open, { token })];
    expect([one.token, other.token, (await other.api('project')).status]).toEqual([token, token, 200]);
    for (const weak of ['', 'hunter2', `${token.slice(1)}`, `${token} `, `${token}\n`])
      await expect(servedPage(runtime, open, { token: weak })).rejects.toThrow(
        new TypeError(
          'The token of a playground must contain at least 32 random bytes: randomBytes(32).toString("base64url")',
        ),
      );
  });
});
