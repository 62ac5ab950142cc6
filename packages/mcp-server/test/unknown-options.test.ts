import { Runtime } from '@cuecard/core';
import { createHandler, serveHttp, serveStdio } from '@cuecard/mcp-server';
import { jwtVerifier } from '@cuecard/transports/jwt';
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

describe('A misspelt option', () => {
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
  ])('is an error of %s at start-up', async (name, start, options, problem) => {
    expect(await problemOf(start, options)).toEqual(new TypeError(`${name} ${problem}`));
  });

  test('is an error in bearer, which would else require no scope', async () => {
    expect(await problemOf(createHandler, { bearer: { ...bearer, scpes: ['admin'] } })).toEqual(
      new TypeError('bearer has no option "scpes"; did you mean "scopes"?'),
    );
  });

  test('is an error of jwtVerifier', () => {
    const options = { issuer: 'https://login.example.com', audience: 'desk', jwks: { keys: [] }, algorithm: ['ES256'] };
    expect(() => jwtVerifier(options)).toThrow('jwtVerifier has no option "algorithm"; did you mean "algorithms"?');
  });
});

describe('authenticate', () => {
  test('must be a function', async () => {
    expect(await problemOf(createHandler, { authenticate: 'yes' })).toEqual(
      new TypeError('createHandler has the option "authenticate", which cannot be "yes"; give a function (request)'),
    );
  });
});
