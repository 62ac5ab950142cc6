import { Prompt, type PromptHandler, type RegistryEntry } from '@cuecard/core';
import {
  type CuecardModuleAsyncOptions,
  CuecardModule,
  type CuecardModuleOptions,
  type CuecardEndpointOptions,
} from '@cuecard/nestjs';
import { describe, expect, test } from '@jest/globals';
import { type DynamicModule, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { SERVER, start } from './support/applications.ts';

@Prompt()
class Greeting implements PromptHandler {
  render = () => 'hello';
}

/** Returns the error of an application with these imports, or `undefined` if it starts. */
async function problemWith(...imports: (() => DynamicModule)[]): Promise<string | undefined> {
  try {
    @Module({ imports: imports.map((each) => each()) })
    class App {}
    await Test.createTestingModule({ imports: [App] }).compile();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

const PLAIN = 'a plain object that lists each property (spreading a class instance omits its methods)';

/** The base class of options in the tests. */
class ServerOptions {
  name = SERVER.name;
  version = SERVER.version;
}

/** Inherited options. */
const inheriting = (members: object): object => Object.create(members) as object;

/** Passes a value that the compiler would reject, as JavaScript can. */
const unchecked = <T>(value: unknown) => value as T;

describe('forRoot', () => {
  const elsewhere =
    'which has no effect here: list the classes as providers of a module, or in CuecardModule.forFeature([…])';
  const wrong: readonly (readonly [name: string, options: unknown, message: unknown])[] = [
    ['no options', undefined, 'CuecardModule.forRoot() got no options: pass { name, version }, or a useFactory'],
    [
      'adapter',
      { ...SERVER, adapter: {} },
      'The Cuecard server "default" got the option "adapter", which has no effect here: ' +
        'remove it, because Cuecard needs no adapter',
    ],
    ['path', { ...SERVER, path: 5 }, 'CuecardModule.forRoot() has an invalid option "path": pass a path, or false'],
    [
      'include',
      { ...SERVER, include: [Greeting] },
      'CuecardModule.forRoot() has an invalid option "include": pass an array of module classes',
    ],
    [
      'identity',
      { ...SERVER, server: 'admin', identity: 'ann' },
      'The Cuecard server "admin" has an invalid option "identity": pass a function',
    ],
    [
      'prompts',
      { ...SERVER, prompts: [Greeting] },
      `The Cuecard server "default" got the option "prompts", ${elsewhere}`,
    ],
    [
      'an instance of a class, whose methods it would ignore',
      new (class extends ServerOptions {
        prepare() {
          throw new Error('No access');
        }
      })(),
      `CuecardModule.forRoot() has options that are inherited or not enumerable: pass ${PLAIN}`,
    ],
    [
      'inherited options of the endpoint',
      { ...SERVER, http: inheriting({ maxBodyBytes: 1 }) },
      `The Cuecard server "default" has an invalid option "http": pass ${PLAIN}`,
    ],
    [
      'inherited options of tokens',
      { ...SERVER, bearer: inheriting({ scopes: ['admin'] }) },
      `The Cuecard server "default" has an invalid option "bearer": pass ${PLAIN}`,
    ],
    [
      'an option that every object inherits',
      { ...SERVER, toString: 1 },
      expect.stringMatching(/^Runtime has no option "toString"; use one of prompts, tools, /),
    ],
    [
      'a misspelt route',
      { ...SERVER, route: { versoin: '1' } },
      'CuecardModule: `route` has no option "versoin"; did you mean "version"?',
    ],
    [
      'listing without guards',
      { ...SERVER, listing: { gaurds: [] } },
      'The Cuecard server "default" has an invalid option "listing": ' +
        'pass guard classes, such as { guards: [RolesGuard], once: [TokenGuard] }',
    ],
    [
      'http.authenticate',
      { ...SERVER, http: { authenticate: () => undefined } },
      'The Cuecard server "default" got the option "authenticate" in `http`: ' +
        'use the option `identity` of the server instead; it returns the caller that the guards have accepted',
    ],
    [
      'http.bearer',
      { ...SERVER, http: { bearer: {} } },
      'The Cuecard server "default" got the option "bearer" in `http`: move it out of `http`, into the options of the server',
    ],
    [
      'http.title',
      { ...SERVER, http: { title: 'The desk' } },
      'The Cuecard server "default" got the option "title" in `http`: move it out of `http`, into the options of the server',
    ],
  ];
  for (const [name, options, message] of wrong)
    test(`reports the option and the remedy: ${name}`, async () => {
      const root = () => CuecardModule.forRoot(unchecked<CuecardModuleOptions & CuecardEndpointOptions>(options));
      expect(await problemWith(root)).toEqual(message);
    });
});

describe('forRootAsync', () => {
  const from = (options: unknown) => () => CuecardModule.forRootAsync(unchecked<CuecardModuleAsyncOptions>(options));

  test('requires a factory that returns the options', async () => {
    expect([await problemWith(from({})), await problemWith(from({ useFactory: () => undefined }))]).toEqual([
      'CuecardModule.forRootAsync() needs useFactory, useClass or useExisting: pass one of them, such as a useFactory function that returns the options',
      'The Cuecard server "default" got no options from its useFactory: return { name, version, … }',
    ]);
  });

  test('rejects an option that the factory returns if Nest needs the option before the factory runs', async () => {
    expect(await problemWith(from({ useFactory: () => ({ ...SERVER, path: 'other' }) }))).toBe(
      'The Cuecard server "default" got the option "path", which has no effect here: ' +
        'write it next to useFactory, because Nest needs it before the factory runs',
    );
  });

  test('rejects two ways to create the options', async () => {
    class Options {
      createCuecardOptions = () => SERVER;
    }
    expect(await problemWith(from({ useClass: Options, useFactory: () => SERVER }))).toBe(
      'CuecardModule.forRootAsync() has useFactory and useClass: pass only one of them',
    );
  });

  test('rejects options next to useFactory that only the factory can return', async () => {
    expect(await problemWith(from({ useFactory: () => SERVER, bearer: {} }))).toBe(
      'CuecardModule.forRootAsync() has no option "bearer"; ' +
        'use one of server, include, path, route, imports, inject, useFactory, useClass, useExisting',
    );
  });

  test('rejects a factory that returns an instance of a class', async () => {
    const useFactory = () =>
      new (class extends ServerOptions {
        identity() {}
      })();
    expect(await problemWith(from({ useFactory }))).toBe(
      `The Cuecard server "default" has options that are inherited or not enumerable: pass ${PLAIN}`,
    );
  });

  test('fails with the error of the factory', async () => {
    const useFactory = () => Promise.reject(new Error('The configuration has no HOST'));
    expect(await problemWith(from({ useFactory }))).toBe('The configuration has no HOST');
  });
});

test('forRoot rejects two servers with the same name or path', async () => {
  const root = (more: CuecardEndpointOptions) => () => CuecardModule.forRoot({ ...SERVER, ...more });
  expect([
    await problemWith(root({}), root({ path: 'other' })),
    await problemWith(root({}), root({ server: 'admin' })),
    await problemWith(root({ route: { version: '1' } }), root({ server: 'admin', route: { version: '2' } })),
    await problemWith(root({ path: false }), root({ server: 'admin', path: false })),
  ]).toEqual([
    'Two calls of CuecardModule.forRoot() create the server "default": rename one server with `server`, ' +
      'or import the same dynamic module in both places',
    'The Cuecard servers "admin" and "default" are both at "mcp": change the `path` of one of them',
    undefined,
    undefined,
  ]);
});

test('forFeature rejects other values than arrays, and undefined entries', async () => {
  const feature = (entries: unknown) => () => CuecardModule.forFeature(unchecked<RegistryEntry[]>(entries));
  const root = () => CuecardModule.forRoot(SERVER);
  expect([await problemWith(root, feature(Greeting)), await problemWith(root, feature([Greeting, undefined]))]).toEqual(
    [
      'CuecardModule.forFeature() takes an array: write forFeature([…]) with classes, packs and mounts',
      'Entry 1 of CuecardModule.forFeature() is undefined: pass a class, pack or mount. ' +
        'A circular import can cause this',
    ],
  );
});

test('An application does not start with a misspelt option in `http`', async () => {
  @Module({ imports: [CuecardModule.forRoot(unchecked({ ...SERVER, http: { allowedHost: ['desk.example.com'] } }))] })
  class App {}
  await expect(start(App)).rejects.toThrow(
    new TypeError('CuecardModule: `http` has no option "allowedHost"; did you mean "allowedHosts"?'),
  );
});

test('An application starts with undefined options', async () => {
  const listing = { guards: [], names: undefined };
  const route = { host: undefined };
  const http = { authenticate: undefined };
  const root = () => CuecardModule.forRoot(unchecked({ ...SERVER, listing, route, http, unknown: undefined }));
  expect(await problemWith(root)).toBe(undefined);
});
