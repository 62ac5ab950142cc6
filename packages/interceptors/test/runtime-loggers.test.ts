import { Writable } from 'node:stream';
import { definePrompt, Runtime } from '@cuecard/core';
import { expect, test } from '@jest/globals';
import { pino } from 'pino';

test('RuntimeOptions.logger passes causes to pino as `err`, and the data of handlers as `data`', async () => {
  const lines: Record<string, unknown>[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      done();
    },
  });
  const prompt = definePrompt({
    name: 'fail',
    render: (_, context) => {
      context.log('info', 'Looking up', { table: 'orders' });
      throw new Error('no table');
    },
  });
  const runtime = new Runtime({ prompts: [prompt], logger: pino({ base: null, timestamp: false }, stream) });
  await runtime.prompts.get({ name: 'fail' }).catch(() => {});
  expect(lines).toEqual([
    { level: 30, data: { table: 'orders' }, msg: 'Prompt "fail": Looking up' },
    {
      level: 50,
      err: { type: 'Error', message: 'no table', stack: expect.any(String) },
      msg: expect.stringMatching(/^Prompt "fail" failed \[[\w-]+\]$/),
    },
  ]);
});
