import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { LoggedCall } from '../build/playground/api.js';
import { DESK } from './support/desk.ts';
import { DevInProcess } from './support/dev-in-process.ts';
import { Listener } from './support/heard.ts';
import { ProjectFolder } from './support/project-folder.ts';
import { run } from './support/run.ts';

const PROMPT = `import { Prompt, type PromptHandler } from '@cuecard/core';
import { wording } from '../wording.js';

@Prompt({ description: 'Greets' })
export class Hello implements PromptHandler {
  async render(): Promise<string> {
    return wording();
  }
}
`;

const WORDING = `type Words = { readonly text: string };

export function wording(words?: Words): string {
  try {
    return words!.text;
  } catch (cause) {
    throw new Error('No words\\nfor it', { cause });
  }
}
`;

const TOOL = `import { Tool, type ToolHandler } from '@cuecard/core';
import { wording } from '../wording.js';

@Tool({ name: 'look_up', description: 'Looks words up' })
export class LookUp implements ToolHandler {
  call = () => wording();
}
`;

let project: ProjectFolder;
beforeEach(() => {
  project = new ProjectFolder({
    ...DESK,
    'cuecard.config.ts':
      DESK['cuecard.config.ts']?.replace('prompts:', "tools: await loadDefinitions('src/tools'), prompts:") ?? '',
    'src/wording.ts': WORDING,
    'src/prompts/hello.ts': PROMPT,
    'src/tools/look-up.ts': TOOL,
  });
});
afterEach(async () => {
  await DevInProcess.stopAll();
  project.remove();
});

const FRAME = `  5 |     return words!.text;
  6 |   } catch (cause) {
> 7 |     throw new Error('No words\\nfor it', { cause });
    |           ^
  8 |   }
  9 | }`;
const AT_WORDING = '    at wording (src/wording.ts:7:11)';
const FOLDED = '    … FRAMES of @cuecard/core';

const THROWN = `Error: No words
for it
src/wording.ts:7:11
${FRAME}
${AT_WORDING}
    at Hello.render (src/prompts/hello.ts:7:12)
${FOLDED}
Caused by TypeError: Cannot read properties of undefined (reading 'text')
src/wording.ts:5:19
  3 | export function wording(words?: Words): string {
  4 |   try {
> 5 |     return words!.text;
    |                   ^
  6 |   } catch (cause) {
  7 |     throw new Error('No words\\nfor it', { cause });
    at wording (src/wording.ts:5:19)
    at Hello.render (src/prompts/hello.ts:7:12)
${FOLDED}
`;

/** Removes ids, numbers of frames, and the frames of this test, which is TypeScript, too. */
function steady(text: string): string {
  return text
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'ID')
    .replaceAll(/… \d+ frames of @cuecard\/core.*/g, '… FRAMES of @cuecard/core')
    .replaceAll(/^ {4}at (?:async )?.*\(\.\..*\n/gm, '');
}

describe('an error that a handler throws', () => {
  test('is in the terminal with its place and the frames of the project', async () => {
    const { code, stderr, stdout } = await run(project.path, ['get', 'hello']);
    expect({ code, stdout, stderr: steady(stderr) }).toEqual({
      code: 1,
      stdout: '',
      stderr: `error Prompt "hello" failed [ID]\n${THROWN}error Internal error [refused]\n`,
    });
  });

  test('is in the log of the page, while clients get its id alone', async () => {
    const dev = new DevInProcess(project.path);
    const endpoint = await dev.url();
    const [, token = ''] = await dev.says(/#token=(\S+)/);
    const { client } = await Listener.of(endpoint, 'modern');
    const failure = await client
      .getPrompt({ name: 'hello' })
      .catch(({ code, message, data }) => ({ code, message, data }));
    const result = await client.callTool({ name: 'look_up' });
    await client.close();
    expect(JSON.parse(steady(JSON.stringify([failure, result])))).toEqual([
      { code: -32603, message: 'Internal error', data: { id: 'ID' } },
      {
        content: [{ type: 'text', text: 'Internal error (ID)' }],
        isError: true,
        _meta: expect.objectContaining({ 'dev.cuecard/error': { code: -32603, data: { id: 'ID' } } }),
      },
    ]);
    const calls = (headers: Record<string, string>) => fetch(new URL('/-/calls', endpoint), { headers });
    const logged = (await (await calls({ authorization: `Bearer ${token}` })).json()) as readonly LoggedCall[];
    const thrown = logged.flatMap((call) =>
      call.thrown === undefined ? [] : [{ method: call.method, ...call.thrown }],
    );
    const where = { path: 'src/wording.ts', line: 7, column: 11 };
    const error = { message: 'Error: No words\nfor it', where, frame: FRAME, causes: [expect.anything()] };
    const shown = thrown.map(({ stack, ...rest }) => ({ ...rest, stack: steady(stack.join('\n')).split('\n') }));
    expect([shown, (await calls({})).status]).toEqual([
      [
        {
          ...error,
          method: 'prompts/get',
          stack: [AT_WORDING, '    at Hello.render (src/prompts/hello.ts:7:12)', FOLDED],
        },
        {
          ...error,
          method: 'tools/call',
          stack: [AT_WORDING, '    at LookUp.call (src/tools/look-up.ts:6:16)', FOLDED],
        },
      ],
      401,
    ]);
    expect(steady(dev.said)).toContain(`error Prompt "hello" failed [ID]\n${THROWN}`);
  });
});
