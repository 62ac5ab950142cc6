import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { cuecard, emptyFolder } from './support/cuecard.ts';
import { type Answers, RawServer } from './support/raw-server.ts';

let folder: Awaited<ReturnType<typeof emptyFolder>>;
let server: RawServer | undefined;
beforeEach(async () => {
  folder = await emptyFolder();
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  await folder.remove();
});

const run = (...args: string[]) => cuecard(args, { folder: folder.path });
/** Runs a command against a server with these responses. */
async function runWithServer(answers: Answers, ...args: string[]) {
  server ??= await RawServer.start(answers);
  return run(...args, '--url', server.url);
}
const read = (file: string) => readFileSync(join(folder.path, file), 'utf8');

/** Serves a tool that returns its arguments. */
const echoing = (inputSchema: object): Answers => ({
  'tools/list': () => ({ tools: [{ name: 'echo', description: 'Says it again', inputSchema }] }),
  'tools/call': ({ arguments: args }) => ({ content: [{ type: 'text', text: JSON.stringify(args) }] }),
});
const calledWith = async (inputSchema: object, ...words: string[]) => {
  const { stdout, stderr } = await runWithServer(echoing(inputSchema), 'call', 'echo', ...words);
  return stdout === '' ? stderr : (JSON.parse(stdout) as unknown);
};

describe('cuecard list with invalid options', () => {
  test.each([
    ['options-contradict', ['--url', 'http://localhost:9/mcp', '--stdio', '--', 'node']],
    ['options-contradict', ['--header', 'a: s3cret']],
    ['options-contradict', ['--', 'node', 's3cret']],
    ['command-missing', ['--stdio', '--', '']],
    ['url-invalid', ['--url', 'localhost:3917/s3cret']],
    ['url-invalid', ['--url', 'http://me:s3cret@localhost:3917/mcp']],
    ['header-invalid', ['--url', 'http://localhost:9/mcp', '--header', 'a: s3cret\nb']],
    ['header-invalid', ['--url', 'http://localhost:9/mcp', '--header', 'a b: s3cret']],
  ])('exits with 2 and prints no secrets: %s %j', async (code, args) => {
    const ran = await run('list', ...args);
    expect([ran.code, ran.stderr.includes(`[${code}]`), ran.stderr.includes('s3cret')]).toEqual([2, true, false]);
  });
});

describe('cuecard list with a server that cannot be reached', () => {
  test('prints the URL without its query', async () => {
    const { code, stderr } = await run('list', '--url', 'http://127.0.0.1:9/mcp?key=s3cret');
    expect([code, stderr.includes('The server at http://127.0.0.1:9/mcp cannot be reached')]).toEqual([4, true]);
    expect(stderr).not.toContain('s3cret');
  });

  test('suggests to install a missing command', async () => {
    const { code, stderr } = await run('list', '--stdio', '--', 'no-such-command');
    expect([code, stderr]).toEqual([
      4,
      'error The command no-such-command cannot be started [server-unreachable]\nENOENT\nfix Install the command, or correct its name\n',
    ]);
  });

  test('suggests to start a command that exits', async () => {
    const { code, stderr } = await run('list', '--stdio', '--', process.execPath, '-e', '0');
    expect([code, stderr.includes('fix Run the command by itself')]).toEqual([4, true]);
  });
});

const BROKEN: readonly [response: string, answers: Answers, args: readonly string[], start: string][] = [
  [
    'an invalid list',
    { 'prompts/list': () => ({ prompts: 'none' }) },
    ['check'],
    'error The response to prompts/list does not follow the protocol [answer-invalid]\nprompts: ',
  ],
  [
    'a new cursor on each page',
    { 'prompts/list': ({ cursor = 0 }) => ({ prompts: [], nextCursor: String(Number(cursor) + 1) }) },
    ['list'],
    'error The server never ends prompts/list: the server sent 1000 pages, and there are more [answer-invalid]',
  ],
  [
    'endless pages',
    { 'prompts/list': () => ({ prompts: [], nextCursor: 'same' }) },
    ['list'],
    'error The server never ends prompts/list: a cursor leads back to an earlier page [answer-invalid]',
  ],
  [
    'an invalid block',
    { ...echoing({ type: 'object' }), 'tools/call': () => ({ content: [{ type: 'hologram' }] }) },
    ['call', 'echo'],
    'error The response to tools/call does not follow the protocol [answer-invalid]\ncontent.0: ',
  ],
];
test.each(BROKEN)('cuecard reports an invalid response in one line: %s', async (_response, answers, args, start) => {
  const { code, stderr } = await runWithServer(answers, ...args);
  expect([code, stderr.startsWith(start), stderr.includes('    at ')]).toEqual([4, true, false]);
});

test('cuecard manifest reports an error of a list', async () => {
  const answers: Answers = {
    'prompts/list': () => {
      throw new Error('no');
    },
  };
  const { code, stderr } = await runWithServer(answers, 'manifest');
  expect([code, stderr]).toEqual([1, 'error Error: no [refused]\n']);
});

test('cuecard list accepts missing templates and an empty cursor', async () => {
  const resources = [{ uri: 'note://1', name: 'note' }];
  const { code, stdout } = await runWithServer({ 'resources/list': () => ({ resources, nextCursor: '' }) }, 'list');
  expect([code, stdout]).toEqual([0, 'resources\n  note://1\n']);
});

test('cuecard call reports an empty result', async () => {
  const answers = { ...echoing({ type: 'object' }), 'tools/call': () => ({ content: [] }) };
  expect(await runWithServer(answers, 'call', 'echo')).toMatchObject({
    code: 0,
    stdout: 'The tool returned no content.\n',
  });
});

test('cuecard list --header sends headers unchanged', async () => {
  await runWithServer(echoing({}), 'list', '--header', 'authorization: Bearer a:b=c', '--header', 'x-desk:1');
  const headers = server?.heard[0]?.headers;
  expect([headers?.['authorization'], headers?.['x-desk']]).toEqual(['Bearer a:b=c', '1']);
});

test('cuecard list --stdio passes its environment to the command', async () => {
  const script = `require('node:fs').writeFileSync('env', String(process.env.TOKEN))`;
  const args = ['list', '--stdio', '--', process.execPath, '-e', script];
  await cuecard(args, { folder: folder.path, env: { TOKEN: 'x' } });
  expect(read('env')).toBe('x');
});

describe('cuecard call', () => {
  test('accepts arguments with any name', async () => {
    const schema = { type: 'object', properties: { 'a.b': { type: 'number' }, a: { type: 'string' } } };
    expect(await calledWith(schema, 'a=x', 'a.b=3', '__proto__.x=1', 'constructor.y=2', '名=é\n=')).toEqual(
      JSON.parse('{"a":"x","a.b":3,"__proto__":{"x":"1"},"constructor":{"y":"2"},"名":"é\\n="}'),
    );
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });

  test('rejects arguments that contradict each other', async () => {
    const schema = { type: 'object', properties: { list: { type: 'array' } } };
    for (const words of [['o=1', 'o.k=2'], ['list=1', 'list.x=2'], ['.=1']])
      expect(await calledWith(schema, ...words)).toContain('[argument-invalid]');
  });

  test('reports a missing argument named like an Object.prototype property', async () => {
    const { code, stderr } = await runWithServer(echoing({ type: 'object', required: ['toString'] }), 'call', 'echo');
    expect([code, stderr.startsWith('error echo needs toString')]).toEqual([2, true]);
  });

  test('converts arguments to the types of references and alternatives', async () => {
    const schema = {
      type: 'object',
      $defs: { Count: { type: 'integer' }, Loop: { $ref: '#/$defs/Loop' } },
      properties: {
        referred: { $ref: '#/$defs/Count' },
        optional: { anyOf: [{ type: 'number' }, { type: 'null' }] },
        listed: { type: 'array', items: { $ref: '#/$defs/Count' } },
        either: { oneOf: [{ type: 'array', items: { type: 'number' } }, { type: 'string' }] },
        constant: { const: 3 },
        looping: { $ref: '#/$defs/Loop' },
        whatever: true,
      },
    };
    const words = [
      'referred=1',
      'optional=2',
      'listed=3',
      'listed=4',
      'either=x',
      'constant=3',
      'looping=5',
      'whatever=6',
    ];
    expect(await calledWith(schema, ...words)).toEqual({
      referred: 1,
      optional: 2,
      listed: [3, 4],
      either: 'x',
      constant: 3,
      looping: '5',
      whatever: '6',
    });
  });
});

describe('cuecard read', () => {
  const TEMPLATES: Answers = {
    'resources/templates/list': () => ({
      resourceTemplates: [{ name: 'found', uriTemplate: 'found://{id}{?q,page}' }],
    }),
    'resources/read': ({ uri }) => ({ contents: [{ uri, text: '' }] }),
  };
  test.each([
    [['found', 'id=7'], 'found://7'],
    [['found', 'id=a b', 'page=2'], 'found://a%20b?page=2'],
    [['found://{id}', 'id=7'], 'found://7'],
    [['note://a{b}c'], 'note://a{b}c'],
  ])('expands the template or takes the URI of %j', async (words, uri) => {
    await runWithServer(TEMPLATES, 'read', ...words);
    expect(server?.heard.at(-1)?.params).toMatchObject({ uri });
  });
});

test('cuecard list strips control characters and line breaks of a server', async () => {
  const prompts = [{ name: 'two\nlines\u0007', description: 'a\u001B]52;c;aGk=\u0007b\u001B[2J' }];
  server = await RawServer.start({ 'prompts/list': () => ({ prompts }) });
  const args = ['list', '--url', server.url];
  const { stdout } = await cuecard(args, { folder: folder.path, typed: [], env: { FORCE_COLOR: '1' } });
  const [bold, dim, usual] = ['\u001B[1m', '\u001B[2m', '\u001B[22m'];
  expect(stdout).toBe(`${bold}prompts${usual}\n  ${'two lines ()'.padEnd(34)}  ${dim}ab${usual}\n`);
});

const SHELF: Answers = {
  'prompts/list': () => ({ prompts: [{ name: 'b"><script>x</script>' }, { name: 'a' }, { name: 'a' }] }),
  'prompts/get': ({ name }) => (name === 'a' ? { messages: 'none' } : { messages: [] }),
  'tools/list': () => ({
    tools: [{ name: 't', inputSchema: { type: 'object' }, annotations: { title: 'Old', readOnlyHint: true } }],
  }),
  'resources/list': () => ({
    resources: ['shelf://1', 'shelf://2', 'page://1'].map((uri) => ({ uri, name: 'index', description: 'A file' })),
  }),
  'resources/templates/list': () => ({
    resourceTemplates: [{ name: 'page', description: 'A page', uriTemplate: 'page://{id}' }],
  }),
};

test('cuecard manifest sorts definitions and omits resources of templates', async () => {
  expect((await runWithServer(SHELF, 'manifest')).code).toBe(0);
  const { definitions } = JSON.parse(read('contract.json')) as { definitions: { kind: string; name: string }[] };
  expect(definitions).toEqual([
    { kind: 'prompt', name: 'a', examples: [{ arguments: {}, error: -32603 }] },
    { kind: 'prompt', name: 'b"><script>x</script>', examples: [{ arguments: {}, messages: [] }] },
    { kind: 'tool', name: 't', title: 'Old', annotations: { title: 'Old', readOnlyHint: true } },
    { kind: 'resource', name: 'page', description: 'A page', uriTemplate: 'page://{id}' },
    { kind: 'resource', name: 'shelf://1', description: 'A file', uri: 'shelf://1' },
    { kind: 'resource', name: 'shelf://2', description: 'A file', uri: 'shelf://2' },
  ]);
  expect((await runWithServer(SHELF, 'diff')).stdout).toBe('No change requires a version higher than 1.0.0.\n');
});

test('cuecard manifest does not overwrite the contract of another server', async () => {
  await runWithServer(SHELF, 'manifest');
  await server?.stop();
  server = await RawServer.start({
    initialize: () => ({
      protocolVersion: '2025-06-18',
      capabilities: {},
      serverInfo: { name: 'other', version: '1' },
    }),
  });
  const { code, stderr } = await run('manifest', '--url', server.url);
  expect([code, stderr]).toEqual([
    2,
    `error contract.json contains the contract of "strange", not of "other" [contract-of-another]
contract.json
fix Pass another file with --out
`,
  ]);
  expect((await run('manifest', '--url', server.url, '--out', 'other.json')).code).toBe(0);
});

test('cuecard docs escapes names and links to them', async () => {
  await runWithServer(SHELF, 'docs');
  const page = read('docs/catalogue/index.md');
  expect(page).toContain('<a id="prompt-b-script-x-script-"></a>');
  expect(page).toContain('](#prompt-b-script-x-script-)');
  expect(page).toContain('### Old (`t`)\n\n- Hints: `readOnlyHint: true`\n');
});

test('cuecard check suggests fixes that do not need Cuecard', async () => {
  const { stdout } = await runWithServer(SHELF, 'check');
  expect(stdout).toContain('prompt a, without arguments, fails with the error -32603 [example-fails]');
  expect(stdout).toContain('fix Fix the prompt, or list the arguments that it needs as required');
  expect(stdout).not.toContain('@Arg');
});
