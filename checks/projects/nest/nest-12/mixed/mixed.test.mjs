import { deepStrictEqual, strictEqual } from 'node:assert';
import { test } from 'node:test';
import { Runtime } from '@cuecard/core';
import { CuecardModule } from '@cuecard/nestjs';
import { Test } from '@nestjs/testing';
import mixed from './greeting.cjs';

test('an application of ES modules serves the prompts of a CommonJS package', async () => {
  const { core, Greeting, nestjs } = mixed;
  strictEqual(core.Runtime, Runtime);
  strictEqual(nestjs.CuecardModule, CuecardModule);
  const module = await Test.createTestingModule({
    imports: [CuecardModule.forRoot({ name: 'desk', version: '1.0.0' })],
    providers: [Greeting],
  }).compile();
  const { messages } = await module.get(Runtime).prompts.render(Greeting);
  deepStrictEqual(messages, [{ role: 'user', content: { type: 'text', text: 'Hello' } }]);
});
