import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { run } from './support/run.ts';
import { DESK, greeting } from './support/desk.ts';
import { DevInProcess } from './support/dev-in-process.ts';
import { ProjectFolder } from './support/project-folder.ts';

let project: ProjectFolder;
afterEach(async () => {
  await DevInProcess.stopAll();
  project.remove();
});

const CONFIG = DESK['cuecard.config.ts'] ?? '';
const RULES = `import { readFileSync } from 'node:fs';
import { definePrompt } from '@cuecard/core';

const rules = readFileSync(new URL('../../texts/rules.md', import.meta.url), 'utf8');

export const review = definePrompt({ name: 'review', description: rules, render: () => rules });
`;

/** Starts a project that reads Markdown while it is loaded. */
async function watching(watch: readonly string[]): Promise<DevInProcess> {
  project = new ProjectFolder({
    ...DESK,
    'cuecard.config.ts': CONFIG.replace("version: '1.0.0',", `version: '1.0.0', watch: ${JSON.stringify(watch)},`),
    'texts/rules.md': 'Be kind.',
    'src/prompts/review.ts': RULES,
  });
  const dev = new DevInProcess(project.path);
  await dev.url();
  return dev;
}

/** The status of a request to an address with a host name. */
const statusOf = ({ port }: URL, address: string, host: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    request({ host: address, port, path: '/', headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .once('error', reject)
      .end();
  });

describe('the watch list of a config', () => {
  test.each([['texts'], ['./texts/rules.md']])('reloads the modules that read %s', async (path) => {
    const dev = await watching([path]);
    await dev.sayingAfter(/reloaded texts\/rules\.md prompt review/, () =>
      project.write({ 'texts/rules.md': 'Be brief.' }),
    );
    await dev.sayingAfter(/reloaded texts\/rules\.md prompt review/, () =>
      project.replace('texts/rules.md', 'Be bold.'),
    );
    expect(dev.said).not.toContain('restart to serve');
  });

  test('reports a file that is missing, and reloads once it is back', async () => {
    const dev = await watching(['texts/rules.md']);
    await dev.sayingAfter(/ENOENT/, () => project.delete('texts/rules.md'));
    const said = dev.sayingAfter(/reloaded .*prompt review/, () => project.write({ 'texts/rules.md': 'Be back.' }));
    expect(await said).toBeDefined();
  });

  test('reloads when a file is added to a folder', async () => {
    const dev = await watching(['texts']);
    const said = dev.sayingAfter(/reloaded texts\/more\.md/, () => project.write({ 'texts/more.md': 'More.' }));
    expect(await said).toBeDefined();
  });

  test('must be a list of paths', async () => {
    project = new ProjectFolder({
      ...DESK,
      'cuecard.config.ts': CONFIG.replace("'1.0.0',", "'1.0.0', watch: 'texts' as never,"),
    });
    const { code, stderr } = await run(project.path, ['list']);
    expect([code, stderr]).toEqual([3, expect.stringMatching(/has the option "watch", which is not a list of paths/)]);
  });
});

describe('cuecard dev --host', () => {
  test('lets clients use the addresses of this machine alone', async () => {
    project = new ProjectFolder({ ...DESK, 'src/prompts/hello.ts': greeting('hello') });
    const url = await new DevInProcess(project.path, ['--port', '0', '--host', '0.0.0.0']).url();
    const own = Object.values(networkInterfaces()).flatMap((each = []) =>
      each.filter(({ family }) => family === 'IPv4'),
    );
    const statuses = own.map(({ address }) => statusOf(url, address, `${address}:${url.port}`));
    expect(await Promise.all(statuses)).toEqual(own.map(() => 200));
    expect(await statusOf(url, '127.0.0.1', 'evil.example.com')).toBe(403);
  });

  test('reports an address that is not of this machine', async () => {
    project = new ProjectFolder({ ...DESK, 'src/prompts/hello.ts': greeting('hello') });
    const dev = new DevInProcess(project.path, ['--host', '192.0.2.1']);
    expect([await dev.exitCode(), dev.said.split('\n')[0]]).toEqual([
      1,
      'error This machine cannot listen on 192.0.2.1 [host-unavailable]',
    ]);
  });
});

test('cuecard dev --open opens the playground in the browser', async () => {
  project = new ProjectFolder({
    ...DESK,
    'src/prompts/hello.ts': greeting('hello'),
    'browser.sh': '#!/bin/sh\nprintf %s "$1" > "$(dirname "$0")/opened"\n',
  });
  chmodSync(join(project.path, 'browser.sh'), 0o755);
  const { BROWSER } = process.env;
  process.env['BROWSER'] = join(project.path, 'browser.sh');
  try {
    const dev = new DevInProcess(project.path, ['--port', '0', '--open']);
    const [, page] = await dev.says(/Playground +(\S+)/);
    const opened = join(project.path, 'opened');
    while (!existsSync(opened) || readFileSync(opened, 'utf8') === '') await sleep(20);
    expect(readFileSync(opened, 'utf8')).toBe(page);
  } finally {
    if (BROWSER === undefined) delete process.env['BROWSER'];
    else process.env['BROWSER'] = BROWSER;
  }
});
