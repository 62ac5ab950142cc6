import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { HttpResources } from '@cuecard/resources';
import { refusalOf, serve } from './support/http-server.ts';

// Only this test uses these certificates. They expire in 2126.
const CERTIFICATE = join(import.meta.dirname, 'support', 'localhost-certificate.pem');
const KEY = join(import.meta.dirname, 'support', 'localhost-key.pem');

let requests: string[] = [];
let target = '';
const server = createServer(({ url }, response) => {
  requests.push(String(url));
  if (url === '/moved') response.writeHead(302, { location: target }).end();
  else response.writeHead(200, { 'content-type': 'text/plain' }).end('secure');
});
let origin: string;
let trusting: ChildProcess;

beforeAll(async () => {
  server.setSecureContext({ key: await readFile(KEY), cert: await readFile(CERTIFICATE) });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: CERTIFICATE };
  trusting = fork(join(import.meta.dirname, 'support', 'read-https.mjs'), { env, execArgv: [] });
});

afterAll(async () => {
  trusting.disconnect();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

interface Message {
  readonly outcome: unknown;
  readonly isFetchChanged: boolean;
}

/** Reads in a separate process, which trusts the server's certificate. */
async function readTrusting(uri: string, ...origins: string[]): Promise<Message> {
  trusting.send({ uri, origins });
  const [message] = (await once(trusting, 'message')) as [Message];
  return message;
}

describe('HttpResources.read', () => {
  test('reads over https without changing the global fetch', async () => {
    const uri = `${origin}/a`;

    expect(await readTrusting(uri, origin)).toEqual({
      outcome: { uri, mimeType: 'text/plain', text: 'secure' },
      isFetchChanged: false,
    });
  });

  test('does not follow a redirection from https to http', async () => {
    await using plain = await serve();
    target = `${plain.origin}/b`;

    const { outcome } = await readTrusting(`${origin}/moved`, origin, plain.origin);

    expect(outcome).toBe('NotFoundError: Error: The server redirects from https to http');
    expect(plain.connections()).toBe(0);
  });

  test('sends no request to a server with an untrusted certificate', async () => {
    requests = [];
    const resources = new HttpResources({ origins: [{ origin, privateAddresses: true }] });

    expect(await refusalOf(resources.read(`${origin}/a`))).toEqual({
      name: 'NotFoundError',
      message: `No resource at "${origin}/a"`,
      cause: 'Error: self-signed certificate',
    });
    expect(requests).toEqual([]);
  });

  test('sends no request to a server whose certificate has a different host name', async () => {
    requests = [];
    const other = origin.replace('localhost', '127.0.0.1');

    const { outcome } = await readTrusting(`${other}/a`, other);

    expect(outcome).toMatch(/^NotFoundError: Error \[ERR_TLS_CERT_ALTNAME_INVALID\]/);
    expect(requests).toEqual([]);
  });
});
