import { Tool } from '@cuecard/core';
import { CuecardModule } from '@cuecard/nestjs';
import { afterEach, expect, test } from '@jest/globals';
import { Module, UseGuards } from '@nestjs/common';
import { ExternalContextCreator } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { SERVER } from './support/applications.ts';

let calls = 0;

@Tool({ name: 'guarded' })
@UseGuards({ canActivate: () => true })
class Guarded {
  call(): string {
    calls += 1;
    return 'called';
  }
}

@Module({ imports: [CuecardModule.forRoot(SERVER)], providers: [Guarded] })
class App {}

const start = () => Test.createTestingModule({ imports: [App] }).compile();
const NOT_SUPPORTED = '@cuecard/nestjs does not support this version of Nest: ';
const REMEDY = '. Install a version of Nest that the peerDependencies of @cuecard/nestjs allow.';

const prototype = ExternalContextCreator.prototype as unknown as Record<string, unknown>;
const members = { ...Object.getOwnPropertyDescriptors(prototype) };
afterEach(() => void Object.defineProperties(prototype, members));

type Create = (this: object, ...args: readonly unknown[]) => unknown;

/** Makes Nest use other members than the ones that the package sets on a context creator. */
function change(changed: (creator: object) => object): void {
  const create = prototype['create'] as Create;
  prototype['create'] = function createChanged(this: object, ...args: unknown[]) {
    return create.apply(Object.assign(Object.create(this) as object, changed(this)), args);
  };
}

test('refuses to start if Nest no longer uses the stub instead of the handler', async () => {
  change((creator) => {
    const { interceptorsConsumer } = Object.getPrototypeOf(creator) as { readonly interceptorsConsumer: unknown };
    return { interceptorsConsumer };
  });
  await expect(start()).rejects.toThrow(`${NOT_SUPPORTED}it calls the handler when only guards should run${REMEDY}`);
  expect(calls).toBe(0);
});

test('refuses to start if Nest no longer runs the guards of a class', async () => {
  change(() => ({ createGuardsFn: () => null }));
  await expect(start()).rejects.toThrow(`${NOT_SUPPORTED}it does not run the guards of a class${REMEDY}`);
});

for (const name of ['createPipesFn', 'transformToResult', 'getContextModuleKey']) {
  test(`refuses to start if Nest has renamed ${name}()`, async () => {
    prototype[name] = undefined;
    const fault = `its ExternalContextCreator has no ${name}()`;
    await expect(start()).rejects.toThrow(`${NOT_SUPPORTED}${fault}${REMEDY}`);
  });
}
