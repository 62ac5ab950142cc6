import {
  Arg,
  type CallOptions,
  defineTool,
  type Interceptor,
  Prompt,
  type PromptHandler,
  type RepeatedArgument,
  RequestError,
  Runtime,
  Tool,
  type ToolHandler,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { IsInt, IsOptional } from 'class-validator';
import { definitionFaults, faultAt } from './support/faults.ts';

const textResult = (text: string) => ({ content: [{ type: 'text', text }] });
describe('Arg({ header }) in lists', () => {
  test('adds x-mcp-header to the schema of a tool', async () => {
    class Query {
      @Arg({ description: 'Where to ask', header: 'Region' }) region!: string;
      @Arg({ name: 'row_limit', header: 'X-Limit' }) @IsInt() limit = 10;
      @Arg({ header: 'Dry' }) @IsOptional() dry?: boolean;
      @Arg() sql!: string;
    }
    @Tool({ args: Query })
    class RunQuery implements ToolHandler<Query> {
      call = ({ region }: Query) => region;
    }
    const [entry] = (await new Runtime({ tools: [RunQuery] }).tools.list()).tools;
    expect(entry?.inputSchema).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        region: { type: 'string', description: 'Where to ask', 'x-mcp-header': 'Region' },
        row_limit: { type: 'integer', default: 10, 'x-mcp-header': 'X-Limit' },
        dry: { type: 'boolean', 'x-mcp-header': 'Dry' },
        sql: { type: 'string' },
      },
      required: ['region', 'sql'],
      additionalProperties: false,
    });
  });

  test('adds nothing to a prompt', async () => {
    class Query {
      @Arg({ header: 'no header at all' }) region!: string;
    }
    @Prompt({ args: Query })
    class Ask implements PromptHandler<Query> {
      render = ({ region }: Query) => region;
    }
    const { prompts } = await new Runtime({ prompts: [Ask] }).prompts.list();
    expect(JSON.stringify(prompts)).not.toContain('header');
  });

  test('adds x-mcp-header for an argument of defineTool', async () => {
    const tool = defineTool({ name: 'query', args: [{ name: 'region', header: 'Region' }], call: () => 'done' });
    const [entry] = (await new Runtime({ tools: [tool] }).tools.list()).tools;
    expect(entry?.inputSchema.properties).toEqual({ region: { type: 'string', 'x-mcp-header': 'Region' } });
  });
});

describe('Arg({ header })', () => {
  const remedy = 'Use up to 50 letters, digits and "-", as in @Arg({ header: "Region" })';
  test.each(['', 'two words', 'a:b', 'a\r\nb', 'größe', '(a)', 'a_b', 'a.b', 'x'.repeat(51)])(
    'rejects the header %j',
    (header) => {
      expect(
        definitionFaults(() => defineTool({ name: 'query', args: [{ name: 'region', header }], call: () => '' })),
      ).toEqual([
        faultAt(
          'query.region',
          'header-invalid',
          `has the header ${JSON.stringify(header)}, which some gateways remove`,
          remedy,
        ),
      ]);
    },
  );

  test('rejects a header that is not a string', () => {
    const args = [{ name: 'region', header: 5 as never }];
    expect(definitionFaults(() => defineTool({ name: 'query', args, call: () => '' }))).toEqual([
      faultAt('query.region', 'option-invalid', 'has the option "header", which cannot be 5', 'Use a string'),
    ]);
  });

  test.each<[string, object]>([
    ['a number that may be a fraction', { type: Number }],
    ['a list', { items: String }],
    ['any JSON', { type: JSON }],
    [
      'a class',
      {
        type: class Place {
          city = '';
        },
      },
    ],
  ])('rejects a header on %s', (_, type) => {
    expect(
      definitionFaults(() =>
        defineTool({ name: 'query', args: [{ name: 'x', header: 'X', ...type }], call: () => '' }),
      ),
    ).toEqual([
      faultAt(
        'query.x',
        'header-invalid',
        'has a header, but is neither a string, an integer nor a boolean',
        'Remove the header, or declare an integer with @IsInt()',
      ),
    ]);
  });

  test('rejects two arguments with the same header, regardless of case', () => {
    class Query {
      @Arg({ header: 'Region' }) from!: string;
      @Arg({ header: 'REGION' }) to!: string;
    }
    @Tool({ args: Query })
    class RunQuery implements ToolHandler {
      call = () => '';
    }
    expect(definitionFaults(() => new Runtime({ tools: [RunQuery] }))).toEqual([
      faultAt(
        'Query.to',
        'header-taken',
        'has the same header "REGION" as Query.from',
        'Give one of them another header: header names are case-insensitive',
      ),
    ]);
  });

  test('rejects a header inside another argument at any depth', () => {
    class Place {
      @Arg({ header: 'City' }) city!: string;
      @Arg({ type: () => Place }) @IsOptional() near?: object;
    }
    class Trip {
      @Arg({ items: Place }) stops!: Place[];
    }
    class Travel {
      @Arg() trip!: Trip;
    }
    @Tool({ args: Travel })
    class Book implements ToolHandler {
      call = () => '';
    }
    expect(definitionFaults(() => new Runtime({ tools: [Book] }))).toEqual([
      faultAt(
        'Place.city',
        'header-invalid',
        'has a header, but is inside another argument',
        'Remove the header: only top-level arguments can have headers',
      ),
    ]);
  });
});

describe('CallOptions.checkHeaders', () => {
  /** An interceptor that records a call and continues. */
  const following =
    (note: () => unknown): Interceptor =>
    (_, next) => {
      note();
      return next();
    };
  class Query {
    @Arg({ header: 'Region' }) @IsOptional() region?: string;
    @Arg({ name: 'row_limit', header: 'Limit' }) @IsInt() limit = 10;
  }
  @Tool({ args: Query })
  class RunQuery implements ToolHandler<Query> {
    call = ({ region, limit }: Query) => `${region} ${limit}`;
  }
  const mismatch = new RequestError('The headers say something else', { code: -32020 });

  test('receives the original arguments even if an interceptor changes them', async () => {
    const steps: unknown[] = [];
    const change: Interceptor = (call, next) => {
      steps.push('of the runtime');
      return next({ ...call.params, arguments: { region: 'us' } } as never);
    };
    @Tool({ name: 'watched', args: Query, interceptors: [following(() => steps.push('of the tool'))] })
    class Watched extends RunQuery {}
    const runtime = new Runtime({ tools: [Watched], interceptors: [change] });
    const call: CallOptions = { checkHeaders: (repeated) => void steps.push(repeated) };
    const args = { region: 'eu', row_limit: '5' };
    expect(await runtime.tools.call({ name: 'watched', arguments: args }, call)).toEqual(textResult('us 10'));
    const repeated: RepeatedArgument[] = [
      { header: 'Region', value: 'eu' },
      { header: 'Limit', value: '5' },
    ];
    expect(steps).toEqual(['of the runtime', repeated, 'of the tool']);
  });

  test.each<[string, unknown]>([
    ['no arguments', undefined],
    ['arguments that are not an object', 'eu'],
    ['inherited arguments', Object.create({ region: 'eu' })],
  ])('receives undefined for %s', async (_, args) => {
    const shown: unknown[] = [];
    const runtime = new Runtime({ tools: [RunQuery] });
    const call = runtime.tools.call(
      { name: 'run_query', arguments: args as never },
      { checkHeaders: (repeated) => void shown.push(...repeated) },
    );
    await Promise.allSettled([call]);
    expect(shown).toEqual([
      { header: 'Region', value: undefined },
      { header: 'Limit', value: undefined },
    ]);
  });

  test('rejects the call with the error that checkHeaders throws, before the tool runs', async () => {
    const seen: unknown[] = [];
    const watch: Interceptor = (_, next) =>
      next().catch((error: unknown) => {
        seen.push(error);
        throw error;
      });
    @Tool({ name: 'watched', args: Query, interceptors: [following(() => seen.push('of the tool'))] })
    class Watched extends RunQuery {}
    const checkHeaders = () => {
      throw mismatch;
    };
    for (const interceptors of [[], [watch]]) {
      const runtime = new Runtime({ tools: [Watched, RunQuery], interceptors });
      await expect(runtime.tools.call({ name: 'watched' }, { checkHeaders })).rejects.toBe(mismatch);
      await expect(runtime.tools.call({ name: 'run_query' }, { checkHeaders })).rejects.toBe(mismatch);
    }
    expect(seen).toEqual([mismatch, mismatch]);
  });

  test('is not called without header arguments, for an unknown tool, or in process', async () => {
    const other = defineTool({ name: 'other', args: [{ name: 'region' }], call: () => 'other' });
    const runtime = new Runtime({ tools: [RunQuery, other] });
    const checkHeaders = () => {
      throw mismatch;
    };
    expect(await runtime.tools.call({ name: 'other', arguments: { region: 'eu' } }, { checkHeaders })).toEqual(
      textResult('other'),
    );
    await expect(runtime.tools.call({ name: 'query' }, { checkHeaders })).rejects.toMatchObject({ code: -32602 });
    expect(await runtime.tools.run(RunQuery, { region: 'eu' })).toEqual(textResult('eu 10'));
  });
});
