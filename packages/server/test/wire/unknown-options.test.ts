import { Runtime } from '@cuecard/core';
import { createHandler, serveHttp, serveStdio } from '@cuecard/server';
import { jwtVerifier } from '@cuecard/server/jwt';
import { describe, expect, test } from '@jest/globals';

const runtime = new Runtime({ prompts: [] });
const identity = { name: 'desk', version: '1.0.0' };
const bearer = {
  verify: () => undefined,
  resource: 'https://desk.example.com/mcp',
  authorizationServers: ['https://login.example.com'],
};

/** The error that starting a server with these options causes. */
async function problemOf(start: (...given: never[]) => unknown, options: object): Promise<unknown> {
  try {
    await start(...([runtime, { ...identity, ...options }] as never[]));
    return 'started';
  } catch (error) {
    return error;
  }
}

describe('Misspelt option', () => {
  test.each<[string, (...given: never[]) => unknown, object, string]>([
    [
      'createHandler',
      createHandler,
      { authenticat: () => {} },
      'has no option "authenticat"; did you mean "authenticate"?',
    ],
    ['serveHttp', serveHttp, { prot: 3000 }, 'has no option "prot"; did you mean "port"?'],
    [
      'serveStdio',
      serveStdio,
      { maxMessageByte: 5 },
      'has no option "maxMessageByte"; did you mean "maxMessageBytes"?',
    ],
  ])('makes %s throw at start-up', async (name, start, options, problem) => {
    expect(await problemOf(start, options)).toEqual(new TypeError(`${name} ${problem}`));
  });

  test('makes createHandler throw if it is inside bearer', async () => {
    expect(await problemOf(createHandler, { bearer: { ...bearer, scpes: ['admin'] } })).toEqual(
      new TypeError('bearer has no option "scpes"; did you mean "scopes"?'),
    );
  });

  test('makes jwtVerifier throw', () => {
    const options = { issuer: 'https://login.example.com', audience: 'desk', jwks: { keys: [] }, algorithm: ['ES256'] };
    expect(() => jwtVerifier(options)).toThrow('jwtVerifier has no option "algorithm"; did you mean "algorithms"?');
  });
});

describe('Object with inherited or hidden properties', () => {
  const PLAIN = 'a plain object that lists each property (spreading a class instance omits its methods)';
  class Options {
    name = 'desk';
    version = '1.0.0';
    port = 0;
    authenticate() {}
    ready() {
      return false;
    }
  }

  test.each<[string, (...given: never[]) => unknown]>([
    ['createHandler', createHandler],
    ['serveHttp', serveHttp],
    ['serveStdio', serveStdio],
  ])('makes %s throw as its options', async (name, start) => {
    const started = async () => start(...([runtime, new Options()] as never[]));
    await expect(started()).rejects.toThrow(
      new TypeError(`${name} has options that are inherited or not enumerable; use ${PLAIN}`),
    );
  });

  test('makes createHandler throw as bearer', async () => {
    const inherited: object = Object.assign(Object.create({ scopes: ['admin'] }), bearer);
    expect(await problemOf(createHandler, { bearer: inherited })).toEqual(
      new TypeError(`bearer has options that are inherited or not enumerable; use ${PLAIN}`),
    );
  });
});

describe('Value of the wrong kind', () => {
  const SCOPES = "use an array of scopes, such as ['orders:read']";
  test.each<[string, (...given: never[]) => unknown, object, string]>([
    [
      'responseMode',
      createHandler,
      { responseMode: 'jsn' },
      'createHandler has the option "responseMode", which cannot be "jsn"; use "auto", "json" or "sse"',
    ],
    [
      'logging',
      createHandler,
      { logging: 'no' },
      'createHandler has the option "logging", which cannot be "no"; use true or false',
    ],
    [
      'logging over stdio',
      serveStdio,
      { logging: 'no' },
      'serveStdio has the option "logging", which cannot be "no"; use true or false',
    ],
    [
      'healthPath',
      serveHttp,
      { healthPath: 1 },
      'serveHttp has the option "healthPath", which cannot be 1; use a path, or false',
    ],
    ['path', serveHttp, { path: false }, 'serveHttp has the option "path", which cannot be false; use a path'],
    [
      'icons',
      createHandler,
      { icons: [{ src: 'https://desk.example.com/icon.png', mimetype: 'image/png' }] },
      'The icon of a server has no option "mimetype"; did you mean "mimeType"?',
    ],
    [
      'scopes',
      createHandler,
      { bearer: { ...bearer, scopes: 'admin' } },
      `bearer has the option "scopes", which cannot be "admin"; ${SCOPES}`,
    ],
    [
      'scopes without a value',
      createHandler,
      { bearer: { ...bearer, scopes: null } },
      `bearer has the option "scopes", which cannot be null; ${SCOPES}`,
    ],
  ])('makes the call throw with the option and the remedy: %s', async (_, start, options, message) => {
    expect(await problemOf(start, options)).toEqual(new TypeError(message));
  });
});

describe('HandlerOptions.authenticate', () => {
  test('rejects a value that is not a function', async () => {
    expect(await problemOf(createHandler, { authenticate: 'yes' })).toEqual(
      new TypeError('createHandler has the option "authenticate", which cannot be "yes"; use a function (request)'),
    );
  });
});
