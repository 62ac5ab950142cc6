import { expect, test } from '@jest/globals';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpResources } from '@cuecard/resources';
import { refusalOf, serve } from './support/http-server.ts';

function answering(body: string | Buffer, headers: Record<string, string> = {}) {
  return (_request: unknown, response: ServerResponse) => void response.writeHead(200, headers).end(body);
}

function readerOf(origin: string): HttpResources {
  return new HttpResources({ origins: [{ origin, privateAddresses: true }] });
}

test('HttpResources returns text with the MIME type and the normalized URL', async () => {
  await using server = await serve(answering('# Title', { 'content-type': 'text/markdown; charset=utf-8' }));

  const contents = await readerOf(server.origin).read(`HTTP://127.0.0.1:${server.port}/a/../guide.md?v=1#title`);

  expect(contents).toEqual({ uri: `${server.origin}/guide.md?v=1`, mimeType: 'text/markdown', text: '# Title' });
  expect(server.requests).toEqual(['GET /guide.md?v=1']);
});

test.each([
  ['text in UTF-8 by default', 'text/plain', Buffer.from('é'), { mimeType: 'text/plain', text: 'é' }],
  ['text without a byte order mark', 'text/plain', Buffer.from('\uFEFFé'), { mimeType: 'text/plain', text: 'é' }],
  ['JSON as text', 'application/json', Buffer.from('{}'), { mimeType: 'application/json', text: '{}' }],
  [
    'a type built on JSON as text',
    'Application/LD+JSON',
    Buffer.from('{}'),
    { mimeType: 'application/ld+json', text: '{}' },
  ],
  ['SVG as text', 'image/svg+xml', Buffer.from('<svg/>'), { mimeType: 'image/svg+xml', text: '<svg/>' }],
  [
    'another character set',
    'text/plain; charset="ISO-8859-1"',
    Buffer.from([0xe9]),
    { mimeType: 'text/plain', text: 'é' },
  ],
  ['UTF-16', 'text/plain;charset=utf-16le', Buffer.from('é', 'utf16le'), { mimeType: 'text/plain', text: 'é' }],
  [
    'an unknown character set as bytes',
    'text/plain; charset=klingon',
    Buffer.from('a'),
    { mimeType: 'application/octet-stream', blob: 'YQ==' },
  ],
  [
    'text that is not UTF-8 as bytes',
    'text/plain',
    Buffer.from([0xe9]),
    { mimeType: 'application/octet-stream', blob: '6Q==' },
  ],
  [
    'text with a NUL as bytes',
    'text/plain',
    Buffer.from('a\0'),
    { mimeType: 'application/octet-stream', blob: 'YQA=' },
  ],
  ['a picture as bytes', 'image/png', Buffer.from('a'), { mimeType: 'image/png', blob: 'YQ==' }],
  ['what has no type as bytes', undefined, Buffer.from('a'), { mimeType: 'application/octet-stream', blob: 'YQ==' }],
  [
    'what has no valid type as bytes',
    'text/plain, text/html',
    Buffer.from('a'),
    { mimeType: 'application/octet-stream', blob: 'YQ==' },
  ],
  ['nothing as no text', 'text/plain', Buffer.alloc(0), { mimeType: 'text/plain', text: '' }],
])('HttpResources reads %s', async (_what, type, body, expected) => {
  await using server = await serve(answering(body, type === undefined ? {} : { 'content-type': type }));
  const uri = `${server.origin}/a`;

  expect(await readerOf(server.origin).read(uri)).toEqual({ uri, ...expected });
});

test('HttpResources describes a resource with HEAD, without reading the contents', async () => {
  await using server = await serve(answering('12345', { 'content-type': 'text/plain', 'content-length': '5' }));
  const resources = readerOf(server.origin);
  const uri = `${server.origin}/caf%C3%A9.txt`;
  const described = { uri, name: 'café.txt', mimeType: 'text/plain', size: 5 };

  expect(await resources.describe(uri)).toEqual(described);
  expect(await resources.link(uri)).toEqual({ type: 'resource_link', ...described });
  expect(server.requests).toEqual(['HEAD /caf%C3%A9.txt', 'HEAD /caf%C3%A9.txt']);
});

test.each([405, 501])('HttpResources describes with GET if HEAD returns %d', async (status) => {
  await using server = await serve(({ method }, response) => {
    if (method === 'HEAD') response.writeHead(status).end();
    else response.writeHead(200, { 'content-type': 'text/plain' }).end('123');
  });
  const uri = `${server.origin}/`;

  const described = await readerOf(server.origin).describe(uri);

  expect(described).toEqual({ uri, name: `127.0.0.1:${server.port}`, mimeType: 'text/plain', size: 3 });
  expect(server.requests).toEqual(['HEAD /', 'GET /']);
});

test('HttpResources does not report the compressed size of a resource as its size', async () => {
  await using server = await serve((_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': '20' }).end(),
  );
  const uri = `${server.origin}/a`;

  const described = await readerOf(server.origin).describe(uri);

  expect(described).toEqual({ uri, name: 'a', mimeType: 'application/octet-stream' });
});

test('HttpResources lists no resources, but has a template for each origin and suggests origins', async () => {
  const resources = new HttpResources({ origins: ['https://docs.example.com', 'https://api.example.com:8443'] });

  for await (const resource of resources.list()) throw new Error(`It lists ${resource.uri}`);
  expect(resources.templates).toEqual([
    { uriTemplate: 'https://api.example.com:8443/{+path}', name: 'api.example.com:8443' },
    { uriTemplate: 'https://docs.example.com/{+path}', name: 'docs.example.com' },
  ]);
  expect(await resources.complete('https://')).toEqual(['https://api.example.com:8443/', 'https://docs.example.com/']);
  expect(await resources.complete('https://d')).toEqual(['https://docs.example.com/']);
  expect(await resources.complete('http://')).toEqual([]);
});

test.each([201, 204, 206, 300, 304, 400, 401, 403, 404, 410, 429, 500, 503])(
  'HttpResources reports a missing resource without the status if the server responds with %d',
  async (status) => {
    await using server = await serve((_request, response) => response.writeHead(status).end());
    const uri = `${server.origin}/a`;
    const refusal = {
      name: 'NotFoundError',
      message: `No resource at "${uri}"`,
      cause: `Error: The server answered with status ${status}`,
    };

    expect(await refusalOf(readerOf(server.origin).read(uri))).toEqual(refusal);
    expect(await refusalOf(readerOf(server.origin).describe(uri))).toEqual(refusal);
  },
);

test('HttpResources reports a missing resource if no server responds, with the reason as the cause', async () => {
  const server = await serve();
  await server[Symbol.asyncDispose]();
  const uri = `${server.origin}/a`;

  expect(await refusalOf(readerOf(server.origin).read(uri))).toEqual({
    name: 'NotFoundError',
    message: `No resource at "${uri}"`,
    cause: `Error: connect ECONNREFUSED 127.0.0.1:${server.port}`,
  });
});

test('HttpResources sends headers only to their own origin, and never shows them in errors', async () => {
  const seen: unknown[] = [];
  const answer = (to: string) => (request: IncomingMessage, response: ServerResponse) => {
    seen.push([to, request.headers.authorization]);
    response.writeHead(500).end();
  };
  await using other = await serve(answer('other'));
  await using first = await serve((request, response) => {
    seen.push(['first', request.headers.authorization]);
    response.writeHead(302, { location: `${other.origin}/b` }).end();
  });
  const resources = new HttpResources({
    origins: [
      { origin: first.origin, privateAddresses: true, headers: { Authorization: 'Bearer SECRET' } },
      { origin: other.origin, privateAddresses: true },
    ],
  });

  const refusal = await refusalOf(resources.read(`${first.origin}/a`));

  expect(seen).toEqual([
    ['first', 'Bearer SECRET'],
    ['other', undefined],
  ]);
  expect(JSON.stringify(refusal)).not.toContain('SECRET');
});

test.each([
  [
    'docs.example.com',
    'HttpResources: origins[1] is not an http or https origin. Write an origin such as "https://docs.example.com".',
  ],
  [
    'ftp://docs.example.com',
    'HttpResources: origins[1] is not an http or https origin. Write an origin such as "https://docs.example.com".',
  ],
  ['https://a.com/', 'HttpResources: origins[1] is not in the canonical form of an origin. Write "https://a.com".'],
  ['https://a.com:443', 'HttpResources: origins[1] is not in the canonical form of an origin. Write "https://a.com".'],
  ['HTTPS://A.com', 'HttpResources: origins[1] is not in the canonical form of an origin. Write "https://a.com".'],
  [
    'https://me:SECRET@a.com',
    'HttpResources: origins[1] is not in the canonical form of an origin. Write "https://a.com".',
  ],
  ['https://a.com/docs', 'HttpResources: origins[1] is not in the canonical form of an origin. Write "https://a.com".'],
  ['https://b.com', 'HttpResources: origins[1] repeats an earlier origin. Remove it.'],
  [
    'http://10.0.0.1',
    'HttpResources: origins[1] (http://10.0.0.1) has an address that is not allowed. ' +
      'Use a public host, or set privateAddresses: true for a host in a private network.',
  ],
])('HttpResources rejects the origin %s and suggests a fix', (origin, message) => {
  expect(() => new HttpResources({ origins: ['https://b.com', origin] })).toThrow(
    expect.objectContaining({ name: 'TypeError', message }),
  );
});

test('HttpResources rejects invalid headers without their values in the message', () => {
  const create = (headers: Record<string, string>) => () =>
    new HttpResources({ origins: [{ origin: 'https://a.com', headers }] });

  expect(create({ 'a b': 'c' })).toThrow('Header name must be a valid HTTP token ["a b"]');
  expect(create({ authorization: 'SECRET\n' })).toThrow('Invalid character in header content ["authorization"]');
});
