import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { cuecard } from './support/cuecard.ts';
import { DESK } from './support/desk.ts';
import { ProjectFolder } from './support/project-folder.ts';
import { type Answers, RawServer } from './support/raw-server.ts';

const CONFIG =
  DESK['cuecard.config.ts']?.replace('prompts: ', 'tools: await loadDefinitions("src/tools"), prompts: ') ?? '';

const SHOP: Readonly<Record<string, string>> = {
  'cuecard.config.ts': CONFIG,
  'src/prompts/review.ts': `import { Arg, definePrompt, Prompt, type PromptHandler, type RequestContext } from '@cuecard/core';

class ReviewArgs {
  @Arg({ description: 'The code' }) code = '';
  @Arg({ description: 'Its language' }) language!: string;
}

@Prompt({ description: 'Asks for a review', args: ReviewArgs })
export class Review implements PromptHandler<ReviewArgs> {
  render({ language }: ReviewArgs, { auth }: RequestContext) {
    return \`Review \${language} for \${auth?.principal ?? 'anyone'}.\`;
  }
}

export const refund = definePrompt({
  name: 'refund',
  description: 'Asks for a refund',
  scopes: ['orders:read', 'orders:refund'],
  render: (_args, { auth }) => \`For \${auth?.principal}.\`,
});
`,
  'src/tools/order.ts': `import { Arg, defineTool, Tool, type ToolHandler } from '@cuecard/core';

class Address {
  @Arg() city!: string;
}
class OrderArgs {
  @Arg() count!: number;
  @Arg() address!: Address;
}

@Tool({ description: 'Places an order', args: OrderArgs })
export class PlaceOrder implements ToolHandler<OrderArgs> {
  call({ count, address }: OrderArgs) {
    return \`\${count} to \${address.city}\`;
  }
}

export const cancel = defineTool({ name: 'cancel', description: 'Cancels', scopes: ['orders:write'], call: () => 'done' });
`,
};

let project: ProjectFolder;
let server: RawServer | undefined;
beforeAll(() => {
  project = new ProjectFolder(SHOP);
});
afterAll(() => project.remove());
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

type Typed = readonly (readonly [string | RegExp, string])[];

const run = (...args: string[]) => cuecard(args, { folder: project.path });
const typing = (args: readonly string[], typed: Typed) =>
  cuecard(args, { folder: project.path, typed, env: { NO_COLOR: '1' } });
/** Starts a server with these responses. Returns the options that name it. */
async function serve(answers: Answers): Promise<readonly string[]> {
  server = await RawServer.start(answers);
  return ['--url', server.url];
}
const requested = () =>
  server?.heard.map(({ method }) => method).filter((method) => /^(?!server)\w+\/(?!init)/.test(method));

/** Serves resources in pages of ten. */
const pages = (count: number): Answers => ({
  'resources/list': ({ cursor = 0 }) => {
    const from = Number(cursor);
    const resources = Array.from({ length: 10 }, (_, at) => ({
      name: `note-${from + at}`,
      uri: `note://${from + at}`,
    }));
    return { resources, ...(from + 10 < count && { nextCursor: String(from + 10) }) };
  },
  'resources/templates/list': () => ({ resourceTemplates: [{ name: 'day', uriTemplate: 'day://{date}' }] }),
  'resources/read': ({ uri }) => ({ contents: [{ uri, text: 'Here.' }] }),
  'completion/complete': ({ context }) => ({ completion: { values: [JSON.stringify(context)] } }),
});

describe('cuecard in a terminal without a name', () => {
  test('offers the prompts, then asks for missing arguments', async () => {
    const { code, stdout } = await typing(
      ['get'],
      [
        ['Which prompt?', 'revi'],
        [/❯ review\n/, '\r'],
        ['language (Its language)', 'go'],
        ['❯ go', '\r'],
      ],
    );
    expect([code, stdout]).toEqual([0, 'user\nReview go for anyone.\n']);
  });

  test('offers the tools', async () => {
    const { code, stdout } = await typing(
      ['call', '--yes', '--input-json', '{"count":1,"address":{"city":"Bern"}}'],
      [
        ['Which tool?', 'place'],
        ['❯ place_order', '\r'],
      ],
    );
    expect([code, stdout]).toEqual([0, '1 to Bern\n']);
  });

  test('offers templates and resources, and requests only the pages that it shows', async () => {
    const options = await serve(pages(1_000));
    const { code, stdout } = await typing(['read', ...options], [[/❯ day\n/, '\u001B[B\r']]);
    expect([code, stdout]).toEqual([0, '[note://0, unknown type]\nHere.\n']);
    expect(requested()).toEqual([
      'resources/templates/list',
      ...Array.from({ length: 5 }, () => 'resources/list'),
      'resources/read',
    ]);
  });

  test('names the nearest resource of an unknown name', async () => {
    const options = await serve(pages(10));
    const { code, stderr } = await typing(['read', 'nota-3', ...options], []);
    const problem = 'error The server has no resource named "nota-3" [not-offered]';
    expect([code, stderr]).toEqual([1, `${problem}\nfix Did you mean note-3?\n`]);
  });

  test('offers prompts and templates to complete, then their arguments', async () => {
    const { code, stdout } = await typing(
      ['complete'],
      [
        ['Which prompt or resource?', 'review'],
        [/❯ review\n/, '\r'],
        ['Which argument of review?', '\u001B[B\r'],
      ],
    );
    expect([code, stdout]).toEqual([0, '']);
  });

  test('reports a list without entries', async () => {
    const options = await serve({ 'prompts/list': () => ({ prompts: [] }) });
    expect(await typing(['get', ...options], [])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error The server has no prompts [not-offered]\nfix Run cuecard list to see what is available\n',
    });
  });
});

describe('cuecard without a terminal and without a name', () => {
  test.each(['get', 'call', 'read', 'complete'])('rejects %s', async (command) => {
    const { code, stderr } = await run(command);
    expect([code, stderr.startsWith('error Missing required argument')]).toEqual([2, true]);
  });
});

describe('cuecard with a misspelt argument', () => {
  test.each([
    [['get', 'review', 'langauge=go'], 'review has no argument langauge', 'Did you mean language?'],
    [['get', 'review', 'size=3'], 'review has no argument size', 'Use one of these arguments: code, language'],
    [['call', 'place_order', 'cuont=1'], 'place_order has no argument cuont', 'Did you mean count?'],
    [
      ['call', 'place_order', 'address.ctiy=x'],
      'place_order has no argument address.ctiy',
      'Did you mean address.city?',
    ],
    [
      ['call', 'place_order', '--input-json', '{"cuont":1}'],
      'place_order has no argument cuont',
      'Did you mean count?',
    ],
    [['complete', 'review', 'langauge'], 'review has no argument langauge', 'Did you mean language?'],
  ])('names the nearest one before a question or a call: %j', async (args, summary, fix) => {
    expect(await typing(args, [])).toEqual({
      code: 2,
      stdout: '',
      stderr: `error ${summary} [argument-unknown]\nfix ${fix}\n`,
    });
  });

  test.each([
    [{ properties: { city: { type: 'string' } } }, 'ctiy=x', 'argument-unknown'],
    [{ properties: { city: { type: 'string' } } }, 'radius=3', undefined],
    [{ properties: { city: { type: 'string' } }, additionalProperties: true }, 'ctiy=x', undefined],
    [{ properties: { id: { type: 'string' } } }, 'it=x', undefined],
  ])('lets a tool with open arguments judge others: %j %s', async (inputSchema, word, code) => {
    const options = await serve({
      'tools/list': () => ({ tools: [{ name: 'weather', inputSchema: { type: 'object', ...inputSchema } }] }),
      'tools/call': () => ({ content: [] }),
    });
    const { stderr } = await run('call', 'weather', word, ...options);
    expect(/\[([a-z-]+)\]/.exec(stderr)?.[1]).toBe(code);
  });
});

describe('cuecard with a server that lacks a kind', () => {
  const introduction = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    serverInfo: { name: 'no', version: '1.0.0' },
  };
  const error = (title: string, kinds: string) => ({
    code: 1,
    stdout: '',
    stderr: `error ${title} has no ${kinds} [not-offered]\nfix Run cuecard list to see what is available\n`,
  });

  test('reports it for a project', async () => {
    project.write({ 'prompts.config.ts': DESK['cuecard.config.ts'] ?? '' });
    const options = ['--config', 'prompts.config.ts'];
    expect(await run('read', 'desk://about', ...options)).toEqual(error('The project', 'resources'));
    expect(await run('call', 'place_order', ...options)).toEqual(error('The project', 'tools'));
  });

  test.each([
    ['read', 'desk://about', 'resources'],
    ['get', 'review', 'prompts'],
    ['call', 'place_order', 'tools'],
  ])('reports it for %s with another server', async (command, name, kinds) => {
    const options = await serve({ initialize: () => introduction });
    expect(await run(command, name, ...options)).toEqual(error('The server', kinds));
  });
});

describe('cuecard list', () => {
  test('shows 20 resources in a terminal, and requests no more pages', async () => {
    const options = await serve(pages(1_000));
    const { stdout } = await typing(['list', ...options], []);
    expect(stdout.split('\n').slice(-3)).toEqual([
      '  note://18',
      '  and more: add --kind resource or a search word',
      '',
    ]);
    expect(requested()).toEqual([
      'prompts/list',
      'tools/list',
      'resources/templates/list',
      'resources/list',
      'resources/list',
    ]);
  });

  test('prints everything, uncut, to a pipe', async () => {
    const description = `Reads ${'a long text '.repeat(20)}\nand more.`;
    const prompts = [{ name: 'read', description }];
    const options = await serve({ ...pages(40), 'prompts/list': () => ({ prompts }) });
    const { stdout } = await run('list', ...options);
    expect([
      stdout.includes(description.replace('\n', ' ')),
      stdout.includes('note://39'),
      stdout.includes('more:'),
    ]).toEqual([true, true, false]);
  });
});

describe('cuecard complete', () => {
  test('requests no resources, and sends other arguments as they are sent to the prompt', async () => {
    const prompts = [{ name: 'plan', arguments: [{ name: 'days' }, { name: 'place' }] }];
    const options = await serve({ ...pages(40), 'prompts/list': () => ({ prompts }) });
    const { stdout } = await run('complete', 'plan', 'place', 'B', 'days=["mon","tue"]', ...options);
    expect([stdout, requested()]).toEqual([
      '{"arguments":{"days":"[\\"mon\\",\\"tue\\"]"}}\n',
      ['prompts/list', 'completion/complete'],
    ]);
  });

  test('sends objects as JSON while it asks for a missing argument', async () => {
    const schema = { properties: { tags: { type: 'array' }, place: { type: 'string' } }, required: ['place'] };
    const prompts = [{ name: 'plan', _meta: { 'dev.cuecard/schema': schema } }];
    const options = await serve({
      ...pages(0),
      'prompts/list': () => ({ prompts }),
      'prompts/get': () => ({ messages: [] }),
    });
    await typing(
      ['get', 'plan', 'tags=a', 'tags=b', ...options],
      [
        ['place', 'B'],
        ['❯ B', '\r'],
      ],
    );
    const contexts = server?.heard.filter(({ method }) => method === 'completion/complete').map(({ params }) => params);
    expect(contexts?.at(-1)).toMatchObject({ context: { arguments: { tags: '["a","b"]' } } });
  });
});

describe('cuecard with --principal and --scopes', () => {
  test('calls the project as this user', async () => {
    const commands = [
      ['get', 'review', 'language=go', '--principal', 'ann'],
      ['get', 'refund', '--scopes', 'orders:read,orders:refund'],
      ['get', 'refund', '--scopes', 'orders:read orders:refund', '--principal', 'ann'],
      ['call', 'cancel', '--scopes', 'orders:write'],
    ];
    const results = await Promise.all(commands.map((args) => run(...args)));
    expect(results.map(({ code, stdout }) => [code, stdout])).toEqual([
      [0, 'user\nReview go for ann.\n'],
      [0, 'user\nFor cuecard.\n'],
      [0, 'user\nFor ann.\n'],
      [0, 'done\n'],
    ]);
    const lists = [await run('list', 'refund'), await run('list', 'refund', '--scopes', 'orders:read,orders:refund')];
    expect(lists.map(({ stdout }) => stdout.includes('Asks for a refund'))).toEqual([false, true]);
  });

  test.each([
    ['--principal', 'ann'],
    ['--scopes', 'orders:read'],
  ])('never sends %s to another server', async (option, value) => {
    const options = await serve(pages(1));
    for (const command of [['list'], ['get', 'x'], ['call', 'x'], ['read', 'x:y'], ['complete', 'x', 'y']]) {
      const { code, stderr } = await run(...command, option, value, ...options);
      expect([code, stderr.split('\n')[0], server?.heard]).toEqual([
        2,
        'error --principal and --scopes work only with your own project, not with another server [options-contradict]',
        [],
      ]);
    }
  });
});
