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
  errorOf(() => new Registry(prompts)).faults;

test('all faults of all prompts come in one error, each with the class, the problem and the remedy', () => {
  class BadArgs {
    @Arg()
    limits!: Map<string, number>;

    @Arg({ required: true })
    tone = 'kind';
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
      '  - BadArgs.limits is of the type Map, which an argument cannot have. Declare it: @Arg({ type: … }). [argument-type-invalid]',
      '  - BadArgs.tone is required, and has an initial value. Drop one of the two. [argument-optional-and-required]',
      '  - Undecorated is listed but has no decorator of its own. Decorate the class, as with @Prompt(), @Tool() or @Resource(). [class-not-decorated]',
      'Look up each [id] in docs/troubleshooting.md',
    ].join('\n'),
  );
});

describe('a name', () => {
  const named = (name: string) => {
    @Prompt({ name })
    class Named implements PromptHandler {
      render = () => '';
    }
    return Named;
  };

  test.each(['', 'two words', 'naïve', 'a@b', 'a:b', 'x'.repeat(129), 'line\nbreak'])('%j is refused', (name) => {
    expect(faultsOf(named(name))).toEqual([
      {
        where: 'Named',
        type: 'Named',
        id: 'name-invalid',
        problem: `has the name "${name}", which not every client can use`,
        remedy: 'Give @Prompt() a name of 1 to 128 letters, digits, "_", "-", "." or "/"',
      },
    ]);
  });

  test('that two prompts share is refused, and both are named', () => {
    @Prompt({ name: 'review' })
    class Other implements PromptHandler {
      render = () => '';
    }
    expect(faultsOf(named('review'), Other)).toEqual([
      {
        where: 'Other',
        type: 'Other',
        id: 'name-taken',
        problem: 'and Named are both named "review"',
        remedy: 'Give one of them another name, or each a version of its own',
      },
    ]);
  });

  test('that clients could not tell from another is refused', () => {
    @Prompt({ name: 'team_review' })
    class Other implements PromptHandler {
      render = () => '';
    }
    expect(faultsOf(named('team.review'), Other)).toEqual([
      {
        where: 'Other',
        type: 'Other',
        id: 'name-ambiguous',
        problem:
          'is named "team_review" and Named "team.review", which are the same to clients that turn other characters into "_"',
        remedy: 'Give one of them another name',
      },
    ]);
  });

  test('is needed where the class has none', () => {
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

test('a prompt listed twice is refused', () => {
  @Prompt()
  class Twice implements PromptHandler {
    render = () => '';
  }
  expect(faultsOf(Twice, Twice)).toEqual([
    { where: 'Twice', type: 'Twice', id: 'listed-twice', problem: 'is listed twice', remedy: 'List it once' },
  ]);
});

test('an icon that clients must refuse is refused', () => {
  @Prompt({ icons: [{ src: 'https://example.com/a.png' }, { src: 'file:///etc/passwd' }] })
  class Pictured implements PromptHandler {
    render = () => '';
  }
  expect(faultsOf(Pictured)).toEqual([
    {
      where: 'Pictured',
      type: 'Pictured',
      id: 'icon-invalid',
      problem: 'has the icon "file:///etc/passwd", which clients refuse',
      remedy: 'Use an https: or data: URI',
    },
  ]);
});

describe('an arguments class', () => {
  function using<Args extends object>(args: new () => Args) {
    class Uses implements PromptHandler<Args> {
      render = () => '';
    }
    Prompt({ args })(Uses);
    return Uses;
  }

  test('without an argument is refused', () => {
    class Empty {}
    expect(faultsOf(using(Empty))).toEqual([
      {
        where: 'Empty',
        type: 'Empty',
        id: 'args-empty',
        problem: 'is given as `args` but has no argument',
        remedy: 'Decorate its properties with @Arg(), or leave `args` out',
      },
    ] satisfies DefinitionFault[]);
  });

  test('that cannot be constructed is refused, with the reason', () => {
    class Picky {
      @Arg()
      code!: string;
      constructor() {
        throw new Error('not today');
      }
    }
    expect(faultsOf(using(Picky))).toEqual([
      {
        where: 'Picky',
        type: 'Picky',
        id: 'args-not-constructible',
        problem: 'cannot be constructed: not today',
        remedy: 'Give the arguments class a constructor without parameters',
      },
    ]);
  });

  test('whose types the compiler did not emit is refused, and says so', () => {
    class Untyped {
      code!: string;
    }
    Arg()(Untyped.prototype, 'code');
    expect(faultsOf(using(Untyped))).toEqual([
      {
        where: 'Untyped.code',
        type: 'Untyped',
        property: 'code',
        id: 'argument-without-type',
        problem: 'has no type at run time, because the compiler emitted none',
        remedy:
          'Declare it: @Arg({ type: … }); or set emitDecoratorMetadata, which tsc, swc and Vitest 4 and later follow, and esbuild and tsx do not',
      },
    ]);
  });

  test('whose type is lost is refused', () => {
    class Lost {
      @Arg()
      code!: string | number;
    }
    expect(faultsOf(using(Lost))).toMatchObject([
      {
        id: 'argument-type-lost',
        problem: 'has a type that is lost at run time: a union, an interface, an `import type` or a circular import',
      },
    ]);
  });

  test('that makes an argument required and optional is refused', () => {
    class Torn {
      @Arg({ required: true })
      @IsOptional()
      code?: string;
    }
    expect(faultsOf(using(Torn))).toEqual([
      {
        where: 'Torn.code',
        type: 'Torn',
        property: 'code',
        id: 'argument-optional-and-required',
        problem: 'is required, and is @IsOptional()',
        remedy: 'Drop one of the two',
      },
    ]);
  });

  test('with an array of unknown items, of arrays, or with a getter that cannot be set is refused', () => {
    class Odd {
      @Arg()
      list!: string[];

      @Arg({ items: Array })
      table!: string[][];

      @Arg()
      get computed(): string {
        return '';
      }
    }
    expect(faultsOf(using(Odd))).toEqual([
      {
        where: 'Odd.list',
        type: 'Odd',
        property: 'list',
        id: 'argument-items-unknown',
        problem: 'is an array whose item type is not known at run time',
        remedy: 'Declare it: @Arg({ items: String }), or @Arg({ items: () => Stop }) where files import each other',
      },
      {
        where: 'Odd.table',
        type: 'Odd',
        property: 'table',
        id: 'argument-type-invalid',
        problem: 'is an array of arrays',
        remedy: 'Take it as @Arg({ type: JSON })',
      },
      {
        where: 'Odd.computed',
        type: 'Odd',
        property: 'computed',
        id: 'argument-read-only',
        problem: 'cannot be set',
        remedy: 'Give the getter a setter, or remove @Arg()',
      },
    ]);
  });

  test('with a rule that is given what it cannot take is refused, before anything lists it', () => {
    class Args {
      @Arg()
      @Matches('[' as never)
      pattern!: string;

      @Arg()
      @IsIn(5 as never)
      choice!: string;

      @Arg({ items: String })
      @NotContains(
        {
          toString: () => {
            throw new Error('no text.');
          },
        } as never,
        { each: true },
      )
      parts!: string[];
    }
    @Prompt({ args: Args })
    class Review implements PromptHandler<Args> {
      render = () => '';
    }
    const remedy = 'Give the decorator of the rule what it takes';
    const problem = 'has a rule with options that it cannot have';
    expect(faultsOf(Review)).toEqual([
      {
        where: 'Args.pattern',
        type: 'Args',
        property: 'pattern',
        id: 'rule-invalid',
        problem: `${problem}: Invalid regular expression: /[/: Unterminated character class`,
        remedy,
      },
      {
        where: 'Args.choice',
        type: 'Args',
        property: 'choice',
        id: 'rule-invalid',
        problem: `${problem}: values.map is not a function`,
        remedy,
      },
      {
        where: 'Args.parts',
        type: 'Args',
        property: 'parts',
        id: 'rule-invalid',
        problem: `${problem}: no text`,
        remedy,
      },
    ]);
  });

  test('with an argument named __proto__ is refused', () => {
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
        problem: 'has a name that JavaScript reserves',
      },
    ]);
  });
});

describe('prompts that are no list', () => {
  const refusal = (what: string) =>
    new TypeError(
      `\`prompts\` is ${what}: list classes, definitions and packs, as in new Runtime({ prompts: [GreetingPrompt] })`,
    );

  test.each<[unknown, string]>([
    [{}, 'missing'],
    [{ prompts: undefined }, 'missing'],
    [{ prompts: null }, 'missing'],
    [{ prompts: 'review' }, 'neither a list nor a Registry of this copy of @cuecard/core'],
    [{ prompts: class {} }, 'neither a list nor a Registry of this copy of @cuecard/core'],
    [{ prompts: {} }, 'neither a list nor a Registry of this copy of @cuecard/core'],
  ])('are refused with what to give: %p', (options, what) => {
    expect(() => new Runtime(options as never)).toThrow(refusal(what));
    expect(() => new Runtime({ onFault: 'isolate', ...(options as object) } as never)).toThrow(refusal(what));
    const { prompts } = options as { prompts?: never };
    expect(() => new Registry(prompts as never)).toThrow(refusal(what));
  });
});

test('a constructor that nothing fills is found when the runtime is made', () => {
  @Prompt()
  class Needy implements PromptHandler {
    constructor(readonly service: object) {}
    render = () => '';
  }
  expect(errorOf(() => new Runtime({ prompts: [Needy] })).faults).toEqual([
    {
      where: 'Needy',
      type: 'Needy',
      id: 'class-not-constructible',
      problem: 'has 1 constructor parameter(s), which no resolver injects',
      remedy: 'Give the runtime a resolver, such as fromContainer(container) of @cuecard/tsyringe',
    },
  ]);
});

test('a subclass of a prompt is a prompt only with a decorator of its own', () => {
  @Prompt()
  class Parent implements PromptHandler {
    render = () => '';
  }
  class Child extends Parent {}
  expect(faultsOf(Child)).toMatchObject([
    { where: 'Child', type: 'Child', id: 'class-not-decorated', problem: 'is listed but has no decorator of its own' },
  ]);
});
