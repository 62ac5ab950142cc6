import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DESK, greeting } from './support/desk.ts';
import { ProjectFolder } from './support/project-folder.ts';
import { run } from './support/run.ts';

const SCHEMA = JSON.parse(readFileSync(new URL('../schema/envelope.schema.json', import.meta.url), 'utf8')) as {
  readonly $id: string;
};
const ajv = new Ajv2020({ strict: false });
ajv.addSchema(SCHEMA);

/** Returns the errors of a value, by the schema or one of its definitions. */
function faultsOf(value: unknown, definition = ''): unknown {
  const validate = ajv.getSchema(`${SCHEMA.$id}${definition}`);
  if (validate === undefined) throw new Error(`There is no ${definition}`);
  return validate(value) ? [] : validate.errors;
}

const STATUS = `import { defineResource, defineTool } from '@cuecard/core';
export const status = defineTool({ name: 'status', description: 'Says how it is', call: () => 'fine' });
export const about = defineResource({ name: 'about', uri: 'desk://about', mimeType: 'text/plain', read: () => 'A desk' });
`;

let project: ProjectFolder;
beforeAll(() => {
  project = new ProjectFolder({ ...DESK, 'src/prompts/hello.ts': greeting('hello'), 'src/prompts/status.ts': STATUS });
});
afterAll(() => project.remove());

describe('cuecard --json', () => {
  test.each([['list'], ['get', 'hello'], ['call', 'status'], ['read', 'desk://about'], ['complete', 'hello', 'who']])(
    'matches the schema for %s',
    async (command, ...args) => {
      const { code, stdout } = await run(project.path, [command, ...args, '--json']);
      const { data, ...envelope } = JSON.parse(stdout) as { readonly data: unknown };
      expect([code, envelope, faultsOf(JSON.parse(stdout)), faultsOf(data, `#/$defs/${command}`)]).toEqual([
        0,
        { ok: true },
        [],
        [],
      ]);
    },
  );

  test.each([
    [['connect']],
    [['connect', 'cursor']],
    [['connect', 'cursor', '--write', '--dry-run']],
    [['connect', 'cursor', '--write']],
    [['explain']],
    [['explain', 'usage-unknown-option']],
    [['new', 'prompt', 'release-notes']],
    [['new', 'project', 'reviews']],
  ])('matches the schema for %j', async (argv) => {
    const { code, stdout } = await run(project.path, [...argv, '--json']);
    const { data, ...envelope } = JSON.parse(stdout) as { readonly data: unknown };
    expect([code, envelope, faultsOf(JSON.parse(stdout)), faultsOf(data, `#/$defs/${argv[0]}`)]).toEqual([
      0,
      { ok: true },
      [],
      [],
    ]);
  });

  test('matches the schema for check, docs, diff and manifest', async () => {
    await run(project.path, ['manifest']);
    project.write({ 'src/prompts/hello.ts': greeting('hello', { description: 'Greets again' }) });
    for (const command of ['check', 'docs', 'diff', 'manifest']) {
      const { stdout } = await run(project.path, [command, '--json']);
      const { data, ...envelope } = JSON.parse(stdout) as { readonly data: unknown };
      expect([command, envelope, faultsOf(data, `#/$defs/${command}`)]).toEqual([command, { ok: true }, []]);
    }
  });

  test.each([
    ['get', 'helo'],
    ['get', 'hello', 'what'],
    ['list', '--kind', 'thing'],
    ['list', '--url', 'http://127.0.0.1:9/mcp'],
    ['list', '--config', 'nowhere.ts'],
    ['dev', '--port', 'many'],
    ['new', 'prompt', 'hello', '--json'],
    ['connect', 'nobody'],
    ['gett'],
    ['get'],
  ])('matches the schema for a problem of %s', async (...args) => {
    const { code, stdout } = await run(project.path, [...args, '--json']);
    const envelope = JSON.parse(stdout) as { readonly exitCode: number };
    expect([envelope.exitCode, faultsOf(envelope)]).toEqual([code, []]);
    expect(code).not.toBe(0);
  });

  test('prints all faults of a project with their locations', async () => {
    const broken = new ProjectFolder({
      ...DESK,
      'src/prompts/hello.ts': greeting('hello').replace("who = 'you'", 'who!: Map<string, string>'),
      'src/prompts/bye.ts': greeting('no such name')
        .replaceAll('NoSuchName', 'Bye')
        .replaceAll(/\bNo such name/g, 'Bye'),
    });
    const { code, stdout } = await run(broken.path, ['list', '--json']);
    broken.remove();
    const envelope = JSON.parse(stdout) as { readonly where: unknown; readonly others: readonly unknown[] };
    expect([code, faultsOf(envelope), envelope.others.length, envelope.where]).toEqual([
      3,
      [],
      1,
      expect.objectContaining({ path: expect.stringMatching(/^src\/prompts/), line: expect.any(Number) }),
    ]);
  });
});
