import {
  Arg,
  type DefinitionFault,
  Prompt,
  DefinitionError,
  type PromptHandler,
  Registry,
  Runtime,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { IsIn, IsOptional, Matches, NotContains } from 'class-validator';
import { definitionFaults, faultAt } from './support/faults.ts';
import { throwing } from './support/throwing.ts';
import { promptClass } from './support/prompts.ts';

function errorOf(make: () => unknown): DefinitionError {
  try {
    make();
  } catch (error) {
    if (error instanceof DefinitionError) return error;
    throw error;
  }
  throw new Error('nothing was found wrong');
}

const faultsOf = (...prompts: ConstructorParameters<typeof Registry>[0] extends Iterable<infer E> ? E[] : never) =>
  definitionFaults(() => new Registry(prompts));

test('Runtime reports all faults of all prompts in one error', () => {
  class BadArgs {
    @Arg() limits!: Map<string, number>;
    @Arg({ required: true }) tone = 'kind';
  }
  @Prompt({ args: BadArgs })
  class Review implements PromptHandler<BadArgs> {
    render = () => '';
  }
  class Undecorated implements PromptHandler {
    render = () => '';
  }
  const error = errorOf(() => new Runtime({ prompts: [Review, Undecorated] }));
  expect(error.message).toBe(
    [
      'Invalid definitions (3):',
      '  - BadArgs.limits has the type Map, which arguments cannot have. Declare a supported type, such as @Arg({ type: JSON }). [argument-type-invalid]',
      '  - BadArgs.tone is declared as required, but has an initial value. Remove one of the two. [argument-optional-and-required]',
      '  - Undecorated is listed but has no decorator. Decorate the class itself with @Prompt(), @Tool() or @Resource(): decorators are not inherited. [class-not-decorated]',
      'Look up each [id] at https://cuecard.example/troubleshooting',
    ].join('\n'),
  );
});

describe('Registry', () => {
  const named = (name: string) => {
    const Named = promptClass('Named', '', { name });
    return Named;
  };

  test.each(['', 'two words', 'naïve', 'a@b', 'a:b', 'x'.repeat(129), 'line\nbreak'])('rejects the name %j', (name) => {
    expect(faultsOf(named(name))).toEqual([
      faultAt(
        'Named',
        'name-invalid',
        `has the name "${name}", which some clients do not support`,
        'Give @Prompt() a name of 1 to 128 letters, digits, "_", "-", "." or "/"',
      ),
    ]);
  });

  test('rejects a name that two prompts share', () => {
    const Other = promptClass('Other', '', { name: 'review' });
    expect(faultsOf(named('review'), Other)).toEqual([
      faultAt(
        'Other',
        'name-taken',
        'and Named are both named "review"',
        'Give one of them another name, or give each its own version',
      ),
    ]);
  });

  test('rejects names that clients cannot distinguish', () => {
    const Other = promptClass('Other', '', { name: 'team_review' });
    expect(faultsOf(named('team.review'), Other)).toEqual([
      faultAt(
        'Other',
        'name-ambiguous',
        'is named "team_review" and Named is named "team.review", but clients that turn other characters into "_" cannot distinguish the names',
        'Give one of them another name',
      ),
    ]);
  });

  test('rejects a class without a name', () => {
    const anonymous = (() =>
      class implements PromptHandler {
        render = () => '';
      })();
    Prompt()(anonymous);
    expect(faultsOf(anonymous)).toMatchObject([
      { where: 'A class without a name', type: 'A class without a name', problem: expect.stringMatching(/""/) },
    ]);
  });
});

test('Registry rejects a prompt that is listed twice', () => {
  const Twice = promptClass('Twice');
  expect(faultsOf(Twice, Twice)).toEqual([
    { where: 'Twice', type: 'Twice', id: 'listed-twice', problem: 'is listed twice', remedy: 'List it once' },
  ]);
});

test('Registry rejects an icon that the protocol requires clients to reject', () => {
  const Pictured = promptClass('Pictured', '', {
    icons: [{ src: 'https://example.com/a.png' }, { src: 'file:///etc/passwd' }],
  });
  expect(faultsOf(Pictured)).toEqual([
    faultAt(
      'Pictured',
      'icon-invalid',
      'has the icon "file:///etc/passwd", which clients reject',
      'Use an https: or data: URI',
    ),
  ]);
});

describe('Prompt({ args })', () => {
  function using<Args extends object>(args: new () => Args) {
    class Uses implements PromptHandler<Args> {
      render = () => '';
    }
    Prompt({ args })(Uses);
    return Uses;
  }

  test('rejects a class without arguments', () => {
    class Empty {}
    expect(faultsOf(using(Empty))).toEqual([
      faultAt(
        'Empty',
        'args-empty',
        'is used as `args` but has no property with @Arg()',
        'Decorate its properties with @Arg(), or remove `args`',
      ),
    ] satisfies DefinitionFault[]);
  });

  test('rejects a class that cannot be constructed, with the reason', () => {
    class Picky {
      @Arg() code!: string;
      constructor() {
        throw new Error('not today');
      }
    }
    expect(faultsOf(using(Picky))).toEqual([
      faultAt(
        'Picky',
        'args-not-constructible',
        'cannot be constructed: not today',
        'Give the arguments class a constructor without parameters',
      ),
    ]);
  });

  test('rejects arguments whose types the compiler did not emit', () => {
    class Untyped {
      code!: string;
    }
    Arg()(Untyped.prototype, 'code');
    expect(faultsOf(using(Untyped))).toEqual([
      faultAt(
        'Untyped.code',
        'argument-without-type',
        'has no type at run time, because the compiler did not emit it',
        'Declare the type: @Arg({ type: … }). Or set emitDecoratorMetadata in tsconfig.json and compile with tsc, swc, or Vitest 4 or later. esbuild and tsx ignore the option',
      ),
    ]);
  });

  test('rejects an argument whose type exists only at compile time', () => {
    class Lost {
      @Arg() code!: string | number;
    }
    expect(faultsOf(using(Lost))).toMatchObject([
      {
        id: 'argument-type-lost',
        problem:
          'has a type that does not exist at run time: a union of different types, an imported union, an interface, a class from `import type` or a class in a circular import',
      },
    ]);
  });

  test('rejects an argument that is both required and optional', () => {
    class Torn {
      @Arg({ required: true }) @IsOptional() code?: string;
    }
    expect(faultsOf(using(Torn))).toEqual([
      faultAt(
        'Torn.code',
        'argument-optional-and-required',
        'is declared as required, but has @IsOptional()',
        'Remove one of the two',
      ),
    ]);
  });

  test('rejects missing item types, arrays of arrays and read-only properties', () => {
    class Odd {
      @Arg() list!: string[];
      @Arg({ items: Array }) table!: string[][];

      @Arg()
      get computed(): string {
        return '';
      }
    }
    expect(faultsOf(using(Odd))).toEqual([
      faultAt(
        'Odd.list',
        'argument-items-unknown',
        'is an array whose item type is not known at run time',
        'Declare the item type: @Arg({ items: String }), or @Arg({ items: () => Stop }) for a class Stop in a circular import',
      ),
      faultAt('Odd.table', 'argument-type-invalid', 'is an array of arrays', 'Declare it as @Arg({ type: JSON })'),
      faultAt('Odd.computed', 'argument-read-only', 'has a getter but no setter', 'Add a setter, or remove @Arg()'),
    ]);
  });

  test('rejects a rule with invalid options', () => {
    class Args {
      @Arg() @Matches('[' as never) pattern!: string;
      @Arg() @IsIn(5 as never) choice!: string;

      @Arg({ items: String })
      @NotContains({ toString: throwing(new Error('no text.')) } as never, { each: true })
      parts!: string[];
    }
    @Prompt({ args: Args })
    class Review implements PromptHandler<Args> {
      render = () => '';
    }
    const remedy = 'Correct the arguments of the decorator';
    const problem = 'has a rule with invalid options';
    expect(faultsOf(Review)).toEqual([
      faultAt(
        'Args.pattern',
        'rule-invalid',
        `${problem}: Invalid regular expression: /[/: Unterminated character class`,
        remedy,
      ),
      faultAt('Args.choice', 'rule-invalid', `${problem}: values.every is not a function`, remedy),
      faultAt('Args.parts', 'rule-invalid', `${problem}: no text`, remedy),
    ]);
  });

  test('rejects an argument named __proto__', () => {
    class Odd {
      ['__proto__'] = '';
    }
    Arg()(Odd.prototype as { __proto__?: string }, '__proto__');
    expect(faultsOf(using(Odd))).toMatchObject([
      {
        where: 'Odd.__proto__',
        type: 'Odd',
        property: '__proto__',
        id: 'argument-name-invalid',
        problem: 'has the name __proto__, which JavaScript reserves',
      },
    ]);
  });
});

describe('Runtime({ prompts })', () => {
  const refusal = (problem: string) =>
    new TypeError(
      `\`prompts\` is ${problem}: list classes, definitions and packs, as in new Runtime({ prompts: [GreetingPrompt] })`,
    );

  test.each<[unknown, string]>([
    [{}, 'missing'],
    [{ prompts: undefined }, 'missing'],
    [{ prompts: null }, 'missing'],
    [{ prompts: 'review' }, 'neither an array nor a Registry of this copy of @cuecard/core'],
    [{ prompts: class {} }, 'neither an array nor a Registry of this copy of @cuecard/core'],
    [{ prompts: {} }, 'neither an array nor a Registry of this copy of @cuecard/core'],
  ])('rejects a value that is not a list, for example %p', (options, problem) => {
    expect(() => new Runtime(options as never)).toThrow(refusal(problem));
    expect(() => new Runtime({ onFault: 'isolate', ...(options as object) } as never)).toThrow(refusal(problem));
    const { prompts } = options as { prompts?: never };
    expect(() => new Registry(prompts as never)).toThrow(refusal(problem));
  });
});

test('Runtime rejects constructor parameters without a resolver', () => {
  @Prompt()
  class Needy implements PromptHandler {
    constructor(readonly service: object) {}
    render = () => '';
  }
  expect(definitionFaults(() => new Runtime({ prompts: [Needy] }))).toEqual([
    faultAt(
      'Needy',
      'class-not-constructible',
      'has 1 constructor parameter(s), but no resolver injects them',
      'Give the runtime a resolver, such as fromContainer(container) from @cuecard/tsyringe',
    ),
  ]);
});

test('Registry rejects a subclass without its own decorator', () => {
  @Prompt()
  class Parent implements PromptHandler {
    render = () => '';
  }
  class Child extends Parent {}
  expect(faultsOf(Child)).toMatchObject([
    { where: 'Child', type: 'Child', id: 'class-not-decorated', problem: 'is listed but has no decorator' },
  ]);
});
