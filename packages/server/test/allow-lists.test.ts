import { type EndpointOptions } from '../build/endpoint/endpoint.js';
import { listen } from '../build/server/listen.js';
import { describe, expect, test } from '@jest/globals';
import { endpointOf } from './support/endpoint-of.ts';

/** Whether an endpoint with these options lets a request in; what it would say to it is something else. */
async function isLetIn(options: EndpointOptions, headers: Record<string, string>): Promise<boolean> {
  const request = new Request('http://localhost/mcp', { method: 'PUT', headers });
  return (await endpointOf(options).fetch(request)).status !== 403;
}

describe('an entry of allowedHosts', () => {
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
  ])('%s lets in requests to %s', async (entry, host) => {
    expect([await isLetIn({ allowedHosts: [entry] }, { host }), await isLetIn({}, { host: 'other.example' })]).toEqual([
      true,
      false,
    ]);
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
  ])('%j is refused at once, for no request could match it', (entry) => {
    const remedy = 'write the name alone, such as prompts.example.com, without scheme, port, path or wildcard';
    expect(() => endpointOf({ allowedHosts: ['localhost', entry] })).toThrow(
      new TypeError(`${JSON.stringify(entry)} in allowedHosts is not a host name: ${remedy}`),
    );
  });
});

describe('an entry of allowedOrigins', () => {
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
  ])('%s lets in pages on %s', async (entry, origin) => {
    const asked = { host: 'localhost', origin };
    expect([await isLetIn({ allowedOrigins: [entry] }, asked), await isLetIn({}, asked)]).toEqual([true, false]);
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
  ])('%j is refused at once, for no request could match it', (entry) => {
    const remedy = 'write scheme and host, such as https://app.example.com, without path or wildcard';
    expect(() => endpointOf({ allowedOrigins: [entry] })).toThrow(
      new TypeError(`${JSON.stringify(entry)} in allowedOrigins is not an origin: ${remedy}`),
    );
  });

  test('null is refused at once, for a page of any origin could match it', () => {
    expect(() => endpointOf({ allowedOrigins: ['null'] })).toThrow(
      new TypeError(
        '"null" in allowedOrigins would allow every page, because any page can hide its origin: serve the page from an origin, and list that',
      ),
    );
  });
});

test.each(['allowedHosts', 'allowedOrigins'])('%s that is no list of texts is refused at once', (name) => {
  expect(() => endpointOf({ [name]: 'example.com' })).toThrow(
    new TypeError(`${name} is not an array: write ["…"] with what is allowed`),
  );
  expect(() => endpointOf({ [name]: [undefined] })).toThrow(
    new TypeError(`undefined in ${name} is not a string: leave it out, or write what is allowed`),
  );
});

test('an empty list of hosts is as none: the loopback names', async () => {
  const options = { allowedHosts: [] };
  expect([await isLetIn(options, { host: 'localhost' }), await isLetIn(options, { host: 'a.example' })]).toEqual([
    true,
    false,
  ]);
  await expect(listen(endpointOf(options), { host: '0.0.0.0', port: 0, ...options })).rejects.toThrow(
    new TypeError(
      'Listening on 0.0.0.0 makes the server reachable from other machines: list in allowedHosts the host names that they may use',
    ),
  );
});
