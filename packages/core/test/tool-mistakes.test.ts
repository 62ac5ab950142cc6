import {
  Arg,
  type CallToolResult,
  type DefinitionFault,
  DefinitionError,
  Field,
  Prompt,
  Runtime,
  Tool,
  type ToolOptions,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { Validate, ValidatorConstraint } from 'class-validator';
import { definitionFaults, faultAt } from './support/faults.ts';

const logger = { error() {}, warn() {} };

/** The faults of a tool with these options. */
function faultsOf(options: unknown): readonly DefinitionFault[] {
  @Tool(options as Pick<ToolOptions, 'annotations'>)
  class Faulty {
    call = () => 'done';
  }
  return definitionFaults(() => new Runtime({ tools: [Faulty], logger }));
}

const MEMBERS = 'title, readOnlyHint, destructiveHint, idempotentHint, openWorldHint';

describe('new Runtime({ tools })', () => {
  test.each<[string, object, string]>([
    [
      'an unknown hint',
      { annotations: { readonlyHint: true } },
      `"annotations", which clients would reject: the properties of annotations must be among ${MEMBERS}; put others into _meta`,
    ],
    [
      'a hint that is not a boolean',
      { annotations: { readOnlyHint: 'yes' } },
      '"annotations", which clients would reject: annotations.readOnlyHint must be true or false',
    ],
    ['a cycle', { _meta: cycle() }, '"_meta", which clients would reject: _meta must be JSON'],
    ['a bigint', { _meta: { size: 5n } }, '"_meta", which clients would reject: _meta must be JSON'],
    ['a function', { _meta: { size: () => 5 } }, '"_meta", which clients would reject: _meta must be JSON'],
  ])('rejects an entry with %s', (_, options, problem) => {
    expect(faultsOf(options)).toEqual([
      faultAt('Faulty', 'option-invalid', `has the option ${problem}`, 'Correct the option'),
    ]);
  });

  function cycle(): object {
    const object: Record<string, unknown> = {};
    object['self'] = object;
    return object;
  }

  test('rejects a class that is both a tool and a prompt', () => {
    @Tool()
    @Prompt()
    class Both {
      call = () => 'called';
      render = () => 'rendered';
    }
    expect(() => new Runtime({ tools: [Both], logger })).toThrow(
      new DefinitionError([
        faultAt(
          'Both',
          'class-of-two-kinds',
          'is decorated with both @Tool() and @Prompt()',
          'Remove one of the decorators, or write two classes',
        ),
      ]),
    );
  });

  test('rejects a validator that class-validator would skip', () => {
    class Lost {
      validate = () => false;
    }
    @ValidatorConstraint()
    class Sound {
      validate = () => true;
    }
    class Args {
      @Arg()
      @Validate(Lost)
      @Validate(Sound)
      code!: string;
    }
    @Tool({ args: Args })
    class Call {
      call = () => 'done';
    }
    expect(() => new Runtime({ tools: [Call], logger })).toThrow(
      new DefinitionError([
        {
          where: 'Args.code',
          type: 'Args',
          id: 'validator-not-decorated',
          problem: 'is validated by Lost, which class-validator ignores, because it has no @ValidatorConstraint()',
          remedy: 'Decorate Lost with @ValidatorConstraint()',
        },
      ]),
    );
  });
});

describe('Runtime.tools.call of a tool that returns isError and structuredContent', () => {
  class Order {
    @Field() id!: string;
  }
  const content = [{ type: 'text', text: 'There is none' }] as const;
  let structuredContent: Record<string, unknown> = {};
  @Tool({ name: 'order', output: Order })
  class GetOrder {
    call = () => ({ content: [...content], isError: true, structuredContent });
  }

  test('sends only the declared fields', async () => {
    structuredContent = { id: 'A-1', password: 'secret' };
    expect(await new Runtime({ tools: [GetOrder], logger }).tools.call({ name: 'order' })).toEqual({
      content,
      isError: true,
      structuredContent: { id: 'A-1' },
    });
  });

  test('returns an internal error if the tool breaks an output rule', async () => {
    structuredContent = { id: 5 };
    expect(await new Runtime({ tools: [GetOrder], logger }).tools.call({ name: 'order' })).toEqual({
      content: [{ type: 'text', text: expect.stringMatching(/^Internal error \(/) }],
      isError: true,
      _meta: { 'dev.cuecard/error': { code: -32603, data: { id: expect.any(String) } } },
    });
  });

  test('rejects if an interceptor breaks an output rule', async () => {
    structuredContent = { id: 'A-1' };
    const spoil = async (_: unknown, next: () => unknown) =>
      ({ ...((await next()) as CallToolResult), structuredContent: { id: 5 } }) as never;
    const { tools } = new Runtime({ tools: [GetOrder], logger, interceptors: [spoil] });
    await expect(tools.call({ name: 'order' })).rejects.toThrow('Internal error');
  });
});
