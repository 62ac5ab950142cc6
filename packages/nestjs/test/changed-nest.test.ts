import { Tool } from '@cuecard/core';
import { CuecardModule } from '@cuecard/nestjs';
import { afterEach, expect, jest, test } from '@jest/globals';
import { Module, UseGuards } from '@nestjs/common';
import { ExternalContextCreator } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { SERVER } from './support/applications.ts';

afterEach(() => void jest.restoreAllMocks());

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
const REMEDY = '. Install a version that its peerDependencies allow.';

test('refuses to start if Nest no longer uses what replaces the handler while guards are asked', async () => {
  const { create } = ExternalContextCreator.prototype;
  jest.spyOn(ExternalContextCreator.prototype, 'create').mockImplementation(function renamed(
    this: ExternalContextCreator,
    ...args: Parameters<typeof create>
  ) {
    const { interceptorsConsumer } = Object.getPrototypeOf(this) as { interceptorsConsumer: unknown };
    return create.apply(Object.assign(Object.create(this) as ExternalContextCreator, { interceptorsConsumer }), args);
  } as never);
  await expect(start()).rejects.toThrow(`${NOT_SUPPORTED}it calls the handler when only guards are asked${REMEDY}`);
  expect(calls).toBe(0);
});

test('refuses to start if Nest no longer runs the guards of a class', async () => {
  const { create } = ExternalContextCreator.prototype;
  jest.spyOn(ExternalContextCreator.prototype, 'create').mockImplementation(function renamed(
    this: ExternalContextCreator,
    ...args: Parameters<typeof create>
  ) {
    const derived = Object.assign(Object.create(this) as ExternalContextCreator, { createGuardsFn: () => null });
    return create.apply(derived, args);
  } as never);
  await expect(start()).rejects.toThrow(`${NOT_SUPPORTED}it does not ask the guards of a class${REMEDY}`);
});

test.each(['createPipesFn', 'transformToResult', 'getContextModuleKey'])(
  'refuses to start if Nest has renamed %s()',
  async (name) => {
    const prototype = ExternalContextCreator.prototype as unknown as Record<string, unknown>;
    const { [name]: method } = prototype;
    prototype[name] = undefined;
    try {
      const fault = `its ExternalContextCreator has no ${name}()`;
      await expect(start()).rejects.toThrow(`${NOT_SUPPORTED}${fault}${REMEDY}`);
    } finally {
      prototype[name] = method;
    }
  },
);
