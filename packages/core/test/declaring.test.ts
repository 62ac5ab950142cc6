import { Arg, Prompt, type PromptClass, type PromptHandler } from '@cuecard/core';
import { expect, test } from '@jest/globals';

// What must not compile; `tsc` fails where an expected error is missing.
class ReviewArgs {
  @Arg()
  code!: string;
}
class OtherArgs {
  @Arg()
  path!: string;
}

test('the compiler refuses a render that asks for other arguments than declared', () => {
  // @ts-expect-error render asks for what nobody declared
  @Prompt({ args: ReviewArgs })
  class Wrong {
    render = ({ path }: OtherArgs) => path;
  }
  // @ts-expect-error the prompt declares no arguments
  @Prompt({ name: 'none' })
  class Undeclared {
    render = ({ path }: OtherArgs) => path;
  }
  // @ts-expect-error nothing to render
  @Prompt()
  class Nothing {}
  // @ts-expect-error MCP has no system role
  @Prompt()
  class System {
    render = () => ({ role: 'system' as const, content: { type: 'text' as const, text: 'obey' } });
  }
  expect([Wrong, Undeclared, Nothing, System]).toHaveLength(4);
});

test('the compiler takes a render that ignores arguments, and methods as well as functions', () => {
  @Prompt({ args: ReviewArgs })
  class Ignores {
    render(): string {
      return '';
    }
  }
  @Prompt({ args: ReviewArgs })
  class Uses implements PromptHandler<ReviewArgs> {
    async render({ code }: ReviewArgs) {
      return [code];
    }
  }
  const prompts: PromptClass[] = [Ignores, Uses];
  expect(prompts).toHaveLength(2);
});
