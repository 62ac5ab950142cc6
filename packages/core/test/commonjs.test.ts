import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';

const cwd = fileURLToPath(new URL('..', import.meta.url));

/** Renders a prompt, then ends with an unhandled rejection. */
const PROGRAM = `
  const { definePrompt, Prompt, Runtime } = require('@cuecard/core');
  const greet = definePrompt({ name: 'greet', render: () => 'Hello.' });
  new Runtime({ prompts: [greet] }).prompts.get({ name: 'greet' }).then((result) => {
    console.log(JSON.stringify(result));
    class Review {}
    Prompt({ version: 'new' })(Review);
    new Runtime({ prompts: [Review] });
  });
`;

describe('@cuecard/core in a CommonJS program', () => {
  let output: { stdout: string; stderr: string };

  beforeAll(async () => {
    const run = promisify(execFile)(process.execPath, ['--input-type=commonjs', '--eval', PROGRAM], { cwd });
    output = await run.catch((error: typeof output) => error);
  });

  test('loads with require and serves prompts', () => {
    expect(JSON.parse(output.stdout)).toEqual({
      messages: [{ role: 'user', content: { type: 'text', text: 'Hello.' } }],
    });
  });

  test('shows each fault of an uncaught DefinitionError once, without stack frames of Cuecard', () => {
    expect(output.stderr.split('is not a semantic version').length - 1).toBe(1);
    expect(output.stderr).not.toMatch(/core[\\/](dist|src)[\\/]/);
  });
});
