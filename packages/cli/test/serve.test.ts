import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { DESK, greeting } from './support/desk.ts';
import { DevInProcess } from './support/dev-in-process.ts';
import { Listener } from './support/heard.ts';
import { ProjectFolder } from './support/project-folder.ts';

let project: ProjectFolder;
beforeEach(() => {
  project = new ProjectFolder({ ...DESK, 'src/prompts/hello.ts': greeting('hello') });
});
afterEach(async () => {
  await DevInProcess.stopAll();
  project.remove();
});

describe('cuecard serve', () => {
  test.each([
    ['SIGTERM', 'Terminated', 0],
    ['SIGINT', 'Interrupted', 130],
  ] as const)('serves over HTTP without a page until %s, and prints %s', async (signal, lastLine, code) => {
    const served = new DevInProcess(project.path, ['--http', '--port', '0'], 'serve');
    const url = await served.url();
    const listener = await Listener.of(url);
    expect([await listener.text('hello'), (await fetch(new URL('/', url))).status]).toEqual(['Hi you (Hello 1)', 404]);
    await listener.close();
    await served.stop(signal);
    expect([await served.exitCode(), served.said.trimEnd().split('\n').at(-1)]).toEqual([code, lastLine]);
  });

  test('serves the config of an example, whose options are not all for the server', async () => {
    const example = fileURLToPath(new URL('../../../examples/review-desk', import.meta.url));
    const served = new DevInProcess(example, ['--port', '0'], 'serve');
    const client = await Listener.of(await served.url());
    expect(await client.names()).toEqual([
      'commit_message',
      'explain_file',
      'onboarding',
      'release_notes',
      'review_changes',
      'review_code',
      'review_image',
    ]);
    await client.close();
  });

  test('serves the playground with --playground', async () => {
    const served = new DevInProcess(project.path, ['--port', '0', '--playground'], 'serve');
    const [, page = ''] = await served.says(/Playground +(\S+)/);
    const response = await fetch(page);
    expect([response.status, response.headers.get('content-type'), new URL(page).hash.startsWith('#token=')]).toEqual([
      200,
      'text/html; charset=utf-8',
      true,
    ]);
    await response.body?.cancel();
  });
});
