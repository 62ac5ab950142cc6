import { createServer } from 'node:http';
import { afterEach, describe, expect, test } from '@jest/globals';
import { cuecard } from './support/cuecard.ts';
import { DESK, greeting } from './support/desk.ts';
import { DevInProcess } from './support/dev-in-process.ts';
import { ProjectFolder } from './support/project-folder.ts';

let project: ProjectFolder;
afterEach(async () => {
  await DevInProcess.stopAll();
  project.remove();
});

describe('cuecard dev', () => {
  test('ends if the port that --port names is in use', async () => {
    project = new ProjectFolder({ ...DESK, 'src/prompts/hello.ts': greeting('hello') });
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', () => resolve()));
    const { port } = other.address() as { readonly port: number };
    const dev = new DevInProcess(project.path, ['--port', String(port)]);
    const code = await dev.exitCode();
    other.close();
    expect([code, dev.said.split('\n')[0]]).toEqual([1, `error Port ${port} is in use [port-unavailable]`]);
  });

  test('rejects a port that is not a number', async () => {
    project = new ProjectFolder({ ...DESK, 'src/prompts/hello.ts': greeting('hello') });
    const dev = new DevInProcess(project.path, ['--port', 'many']);
    expect([await dev.exitCode(), dev.said.split('\n')[0]]).toEqual([
      2,
      'error "many" is not a port number [port-invalid]',
    ]);
  });

  test('ends if there is no config', async () => {
    project = new ProjectFolder({});
    const dev = new DevInProcess(project.path);
    expect([await dev.exitCode(), dev.said.split('\n')[0]]).toEqual([
      3,
      'error No cuecard.config.ts was found in this folder or its parent folders [config-missing]',
    ]);
  });

  test('prints at most 24 lines and quits on q', async () => {
    const prompts = Array.from({ length: 30 }, (_, index) => `hello_${index}`);
    const files = prompts.map((name) => [`src/prompts/${name}.ts`, greeting(name)] as const);
    project = new ProjectFolder({ ...DESK, ...Object.fromEntries(files) });
    const { code, stdout, stderr } = await cuecard(['dev', '--port', '0'], {
      folder: project.path,
      typed: [['q quit', 'q']],
    });
    const lines = stderr.trimEnd().split('\n');
    expect([code, stdout, lines.length <= 24, lines.at(-1)]).toEqual([
      0,
      '',
      true,
      'o open the playground · r restart · q quit',
    ]);
  });
});
