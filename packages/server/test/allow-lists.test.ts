import { type EndpointOptions } from '../build/endpoint/endpoint.js';
import { listen } from '../build/server/listen.js';
import { describe, expect, test } from '@jest/globals';
import { endpointOf } from './support/endpoint-of.ts';

/** Whether an endpoint with these options accepts the host and origin of a request. */
async function isAccepted(options: EndpointOptions, headers: Record<string, string>): Promise<boolean> {
  const request = new Request('http://localhost/mcp', { method: 'PUT', headers });
  return (await endpointOf(options).fetch(request)).status !== 403;
}

describe('allowedHosts', () => {
  test.each([
    ['prompts.example.com', 'prompts.example.com'],
    ['prompts.example.com', 'PROMPTS.example.com:8443'],
    ['Prompts.Example.COM', 'prompts.example.com'],
    ['prompts_1.internal', 'prompts_1.internal'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['192.0.2.7', '192.0.2.7:80'],
    ['[::1]', '[::1]:3917'],
    ['::1', '[::1]'],
    ['[2001:DB8:0:0:0:0:0:7]', '[2001:db8::7]'],
  ])('accepts the entry %s for requests to %s', async (entry, host) => {
    expect([
      await isAccepted({ allowedHosts: [entry] }, { host }),
      await isAccepted({}, { host: 'other.example' }),
    ]).toEqual([true, false]);
  });

  test.each([
    'prompts.example.com:8443',
    'prompts.example.com:80',
    '[::1]:3917',
    'https://prompts.example.com',
    '//prompts.example.com',
    'prompts.example.com/mcp',
    'ada@prompts.example.com',
    'prompts.example.com?',
    'prompts.example.com#',
    '*',
    '*.example.com',
    '',
    ' ',
    ' prompts.example.com',
    'a,b',
    'a%2eb',
    '[::1',
    '1.2.3.4.5',
  ])('rejects the entry %j, which no request could match', (entry) => {
    const remedy = 'write only the name, such as prompts.example.com, without scheme, port, path or wildcard';
    expect(() => endpointOf({ allowedHosts: ['localhost', entry] })).toThrow(
      new TypeError(`${JSON.stringify(entry)} in allowedHosts is not a host name: ${remedy}`),
    );
  });
});

describe('allowedOrigins', () => {
  test.each([
    ['https://app.example.com', 'https://app.example.com'],
    ['https://app.example.com/', 'https://app.example.com'],
    ['HTTPS://App.Example.com', 'https://app.example.com'],
    ['https://app.example.com:443', 'https://app.example.com'],
    ['http://app.example.com:80/', 'http://app.example.com'],
    ['https://app.example.com:8443', 'https://app.example.com:8443'],
    ['https://[2001:DB8::7]:8443', 'https://[2001:db8::7]:8443'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['vscode-webview://0a1b2c', 'vscode-webview://0a1b2c'],
    ['chrome-extension://abcdefgh/', 'chrome-extension://abcdefgh'],
  ])('accepts the entry %s for pages on %s', async (entry, origin) => {
    const headers = { host: 'localhost', origin };
    expect([await isAccepted({ allowedOrigins: [entry] }, headers), await isAccepted({}, headers)]).toEqual([
      true,
      false,
    ]);
  });

  test.each([
    'app.example.com',
    'app.example.com:8443',
    '//app.example.com',
    'https://app.example.com/page',
    'https://app.example.com/?',
    'https://app.example.com#',
    'https://ada@app.example.com',
    'https://*.example.com',
    'https://',
    'https:app.example.com',
    'https://app.example.com:99999',
    '*',
    '',
    'file://',
  ])('rejects the entry %j, which no request could match', (entry) => {
    const remedy = 'write the scheme and the host, such as https://app.example.com, without path or wildcard';
    expect(() => endpointOf({ allowedOrigins: [entry] })).toThrow(
      new TypeError(`${JSON.stringify(entry)} in allowedOrigins is not an origin: ${remedy}`),
    );
  });

  test('rejects "null", which pages of any origin can send', () => {
    expect(() => endpointOf({ allowedOrigins: ['null'] })).toThrow(
      new TypeError(
        '"null" in allowedOrigins would allow every page, because any page can send the origin "null": serve the page over http or https, and list its origin',
      ),
    );
  });
});

test.each(['allowedHosts', 'allowedOrigins'])('rejects %s that is not an array of strings', (name) => {
  expect(() => endpointOf({ [name]: 'example.com' })).toThrow(
    new TypeError(`${name} is not an array: use an array of strings`),
  );
  expect(() => endpointOf({ [name]: [undefined] })).toThrow(
    new TypeError(`${name} contains undefined, which is not a string: remove it, or use a string`),
  );
});

test('allowedHosts allows the loopback names if it is empty', async () => {
  const options = { allowedHosts: [] };
  expect([await isAccepted(options, { host: 'localhost' }), await isAccepted(options, { host: 'a.example' })]).toEqual([
    true,
    false,
  ]);
  await expect(listen(endpointOf(options), { host: '0.0.0.0', port: 0, ...options })).rejects.toThrow(
    new TypeError(
      'Listening on 0.0.0.0 makes the server reachable from other machines: set allowedHosts to the host names that clients use',
    ),
  );
});
