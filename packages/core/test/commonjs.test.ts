import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const run = promisify(execFile);

test('a CommonJS program loads it with require, and declares prompts with it', async () => {
  const program = `
    const { definePrompt, Runtime } = require('@cuecard/core');
    const greet = definePrompt({ name: 'greet', render: () => 'Hello.' });
    new Runtime({ prompts: [greet] }).prompts.get({ name: 'greet' }).then((result) => console.log(JSON.stringify(result)));
  `;
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  const { stdout } = await run(process.execPath, ['--input-type=commonjs', '--eval', program], { cwd });
  expect(JSON.parse(stdout)).toEqual({ messages: [{ role: 'user', content: { type: 'text', text: 'Hello.' } }] });
});
