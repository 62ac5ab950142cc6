import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Prompt, RequestError, Runtime, sectionOf, Tool } from '@cuecard/core';
import { serveHttp } from '@cuecard/server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { cuecard, emptyFolder } from './support/cuecard.ts';
import { servePlainly } from './support/plain-server.ts';
import { StdioRelay } from './support/stdio-relay.ts';

let server: StdioRelay;
beforeAll(async () => {
  server = await StdioRelay.start(servePlainly);
});
afterAll(() => server.stop());

let folder: Awaited<ReturnType<typeof emptyFolder>>;
beforeEach(async () => {
  folder = await emptyFolder();
});
afterEach(() => folder.remove());

/** Runs a command against the plain server, in a folder without a project. */
const runWithServer = (...args: string[]) =>
  cuecard([...args, '--stdio', '--', ...server.command], { folder: folder.path });
const read = (file: string) => readFileSync(join(folder.path, file), 'utf8');

describe('cuecard with another server', () => {
  test('writes the contract with rendered examples, and compares it', async () => {
    const written = await runWithServer('manifest');
    expect(written).toMatchObject({ code: 0, stdout: 'contract.json is written: 6 definitions\n' });
    const { name, version, definitions } = JSON.parse(read('contract.json'));
    expect({ name, version, definitions }).toEqual({
      name: 'weather',
      version: '1.2.0',
      definitions: [
        {
          kind: 'prompt',
          name: 'forecast',
          description: 'Asks for the weather of today',
          examples: [
            { arguments: {}, messages: [{ role: 'user', content: { type: 'text', text: 'What is it like?' } }] },
          ],
        },
        {
          kind: 'prompt',
          name: 'in_city',
          description: 'Asks for the weather of a city',
          arguments: {
            type: 'object',
            properties: {
              city: { type: 'string' },
              day: { type: 'string', description: 'The day, today unless it is said' },
            },
            required: ['city'],
          },
        },
        {
          kind: 'prompt',
          name: 'now',
          description: 'Asks for the weather at this moment',
          examples: [
            { arguments: {}, messages: [{ role: 'user', content: { type: 'text', text: '' } }], varies: true },
          ],
        },
        {
          kind: 'prompt',
          name: 'refused',
          description: 'Asks for what nobody may know',
          examples: [{ arguments: {}, error: -32603 }],
        },
        {
          kind: 'tool',
          name: 'measure-all',
          arguments: { type: 'object', properties: { station: { type: 'string' } }, required: ['station'] },
        },
        { kind: 'resource', name: 'today', description: 'The report of this day', uri: 'weather://today' },
      ],
    });
    const compared = await runWithServer('diff');
    expect(compared).toMatchObject({
      code: 0,
      stdout: 'No change requires a version higher than 1.2.0.\n',
    });
  });

  test('checks the lists and names the rules that need the project', async () => {
    const { code, stdout } = await runWithServer('check', '--json');
    const { data } = JSON.parse(stdout);
    const found = (data.findings as { rule: string; name: string; argument?: string; where?: object }[]).map(
      ({ rule, name, argument, where }) => ({ rule, of: argument === undefined ? name : `${name}.${argument}`, where }),
    );
    expect({ code, found, unjudged: data.unjudged }).toEqual({
      code: 1,
      found: [
        { rule: 'description-missing', of: 'measure-all' },
        { rule: 'argument-description-missing', of: 'in_city.city' },
        { rule: 'argument-description-missing', of: 'measure-all.station' },
        { rule: 'name-rewritten', of: 'measure-all' },
        { rule: 'example-fails', of: 'refused' },
        { rule: 'rendering-varies', of: 'now' },
        { rule: 'tool-unannotated', of: 'measure-all' },
      ],
      unjudged: [
        'interpolation-unfenced',
        'argument-unused',
        'argument-undeclared',
        'argument-values-unchecked',
        'argument-optional-type',
        'definition-unlisted',
        'question-invalid',
        'example-missing',
        'suppression-invalid',
      ],
    });
    const text = await runWithServer('check');
    expect(text.stdout).toMatch(/^weather\n {2}error {3}tool measure-all has no description/);
    expect(text.stdout).toContain('6 definitions: 1 error, 6 warnings\nSkipped rules that need the source code:');
  });

  test('writes a catalogue', async () => {
    const { code, stdout } = await runWithServer('docs');
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'docs/catalogue is written: index.md\n' });
    const page = read('docs/catalogue/index.md');
    expect(page).toContain('# Weather\n\n`weather` 1.2.0\n');
    expect(page).toContain('**user**\n\n```text\nWhat is it like?\n```');
  });

  test('rejects --pack', async () => {
    const { code, stdout } = await runWithServer('manifest', '--pack', 'src/pack.ts', '--json');
    expect({ ended: code, problem: JSON.parse(stdout) }).toEqual({
      ended: 2,
      problem: {
        ok: false,
        exitCode: 2,
        code: 'pack-of-server',
        summary: '--pack cannot be combined with --url or --stdio',
        fix: 'Pass only one of them',
        section: sectionOf('pack-of-server'),
      },
    });
  });
});

test('cuecard call names the scope that the token lacks', async () => {
  @Tool({ scopes: ['orders:write'], stepUp: true, annotations: { readOnlyHint: true } })
  class MarkPaid {
    call = () => 'paid';
  }
  const identity = { name: 'orders', version: '1.0.0' };
  const authenticate = () => ({ principal: 'ann', scopes: [] });
  const http = await serveHttp(new Runtime({ tools: [MarkPaid] }), { ...identity, authenticate, port: 0 });
  const called = await cuecard(['call', 'mark_paid', '--url', String(http.url), '--json'], { folder: folder.path });
  await http.close();
  expect(JSON.parse(called.stdout)).toMatchObject({
    ok: false,
    code: 'refused',
    summary: 'Insufficient scope: required "orders:write"',
    fix: 'Pass a token with this scope in --header',
  });
});

test('cuecard get lists the faults that an error message leaves out', async () => {
  @Prompt()
  class Order {
    render = () => {
      throw new RequestError('The order is invalid', {
        data: { errors: [{ argument: 'id', message: 'id is unknown' }] },
      });
    };
  }
  const http = await serveHttp(new Runtime({ prompts: [Order] }), { name: 'orders', version: '1.0.0', port: 0 });
  const got = await cuecard(['get', 'order', '--url', String(http.url), '--json'], { folder: folder.path });
  await http.close();
  expect(JSON.parse(got.stdout)).toMatchObject({
    code: 'refused',
    summary: 'The order is invalid',
    why: '  id is unknown',
  });
});
