import { Prompt, type PromptHandler, type RegistryEntry } from '@cuecard/core';
import { type CuecardAsyncOptions, CuecardModule, type CuecardOptions, type CuecardPlace } from '@cuecard/nestjs';
import { describe, expect, test } from '@jest/globals';
import { type DynamicModule, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { SERVER, start } from './support/applications.ts';

@Prompt()
class Greeting implements PromptHandler {
  render = () => 'hello';
}

/** What keeps an application with these imports from starting; `undefined` if nothing does. */
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

/** What JavaScript may pass, and the compiler would refuse. */
const unchecked = <T>(value: unknown) => value as T;

describe('forRoot names the option and the remedy', () => {
  const elsewhere = 'which has no effect here: list them as providers of modules, or in CuecardModule.forFeature([…])';
  const wrong: readonly (readonly [name: string, options: unknown, message: string])[] = [
    [
      'no options',
      undefined,
      'CuecardModule.forRoot() got no options: give it { name, version, adapter }, or a useFactory',
    ],
    [
      'no adapter',
      { name: 'desk', version: '1.0.0' },
      'The Cuecard server "default" has no adapter: give it all that an adapter exports: ' +
        "import * as mcpServer from '@cuecard/mcp-server', and write adapter: mcpServer",
    ],
    ['path', { ...SERVER, path: 5 }, 'CuecardModule.forRoot() has a wrong option "path": give a path, or false'],
    [
      'include',
      { ...SERVER, include: [Greeting] },
      'CuecardModule.forRoot() has a wrong option "include": give an array of modules',
    ],
    [
      'identity',
      { ...SERVER, server: 'admin', identity: 'ann' },
      'The Cuecard server "admin" has a wrong option "identity": give a function',
    ],
    [
      'prompts',
      { ...SERVER, prompts: [Greeting] },
      `The Cuecard server "default" got the option "prompts", ${elsewhere}`,
    ],
  ];
  for (const [name, options, message] of wrong)
    test(`such as ${name}`, async () => {
      const root = () => CuecardModule.forRoot(unchecked<CuecardOptions & CuecardPlace>(options));
      expect(await problemWith(root)).toBe(message);
    });
});

describe('forRootAsync', () => {
  const from = (options: unknown) => () => CuecardModule.forRootAsync(unchecked<CuecardAsyncOptions>(options));

  test('needs a factory that returns the options', async () => {
    expect([await problemWith(from({})), await problemWith(from({ useFactory: () => undefined }))]).toEqual([
      'CuecardModule.forRootAsync() has no useFactory: give it a function that returns the options',
      'The Cuecard server "default" got no options from its useFactory: return { name, version, … }',
    ]);
  });

  test('refuses what Nest has to know before the factory runs', async () => {
    expect(await problemWith(from({ useFactory: () => ({ ...SERVER, path: 'other' }) }))).toBe(
      'The Cuecard server "default" got the option "path", which has no effect here: ' +
        'write it beside useFactory, since Nest has to know it at once',
    );
  });

  test('fails with the error of the factory', async () => {
    const useFactory = () => Promise.reject(new Error('The configuration has no HOST'));
    expect(await problemWith(from({ useFactory }))).toBe('The configuration has no HOST');
  });
});

test('two servers have names and paths of their own', async () => {
  const root = (more: CuecardPlace) => () => CuecardModule.forRoot({ ...SERVER, ...more });
  expect([
    await problemWith(root({}), root({ path: 'other' })),
    await problemWith(root({}), root({ server: 'admin' })),
    await problemWith(root({ route: { version: '1' } }), root({ server: 'admin', route: { version: '2' } })),
    await problemWith(root({ path: false }), root({ server: 'admin', path: false })),
  ]).toEqual([
    'Two CuecardModule.forRoot() make the server "default": give one of them another name with `server`, ' +
      'or import the same dynamic module in both places',
    'The Cuecard servers "admin" and "default" are both at "mcp": give one of them another `path`',
    undefined,
    undefined,
  ]);
});

test('forFeature takes an array of what there is', async () => {
  const feature = (entries: unknown) => () => CuecardModule.forFeature(unchecked<RegistryEntry[]>(entries));
  const root = () => CuecardModule.forRoot(SERVER);
  expect([await problemWith(root, feature(Greeting)), await problemWith(root, feature([Greeting, undefined]))]).toEqual(
    [
      'CuecardModule.forFeature() takes an array: write forFeature([…]) with classes, packs and mounts',
      'The entry 1 of CuecardModule.forFeature() is undefined: give a class, pack or mount. ' +
        'Files that import one another in a circle cause this',
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
