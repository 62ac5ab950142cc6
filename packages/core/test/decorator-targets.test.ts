import { Arg, Prompt, Resource, Tool } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { transformSync } from 'esbuild';

const tsconfigRaw = { compilerOptions: { experimentalDecorators: true } };

/** Runs source that the type checker would reject. */
function run(source: string, experimental = true): void {
  const { code } = transformSync(source, {
    loader: 'ts',
    target: 'es2022',
    tsconfigRaw: experimental ? tsconfigRaw : {},
  });
  new Function('Arg', 'Prompt', 'Resource', 'Tool', code)(Arg, Prompt, Resource, Tool);
}

describe('Decorator without parentheses', () => {
  test.each([
    [
      '@Arg of ReviewArgs.code needs parentheses: write @Arg() above the property',
      'class ReviewArgs { @Arg code!: string; }',
    ],
    ['@Prompt of Review needs parentheses: write @Prompt() above the class', '@Prompt class Review {}'],
    ['@Tool of Review needs parentheses: write @Tool() above the class', '@Tool class Review {}'],
    ['@Resource of Review needs parentheses: write @Resource() above the class', '@Resource class Review {}'],
    ['@Tool of Review.call needs parentheses: write @Tool() above the method', 'class Review { @Tool call() {} }'],
  ])('throws an error that shows the correct notation: %s', (message, source) => {
    expect(() => run(source)).toThrow(new TypeError(message));
  });

  test('throws an error that shows the correct notation, even as a standard decorator', () => {
    expect(() => run('class ReviewArgs { @Arg code!: string; }', false)).toThrow(
      new TypeError('@Arg of code needs parentheses: write @Arg() above the property'),
    );
  });
});

describe('Decorator in the wrong place', () => {
  test.each([
    [
      '@Arg() is on the static property ReviewArgs.code, which instances do not have: remove `static`',
      'class ReviewArgs { @Arg() static code: string; }',
    ],
    [
      '@Arg() is on the class ReviewArgs: write it above each property that is an argument',
      '@Arg() class ReviewArgs {}',
    ],
    [
      '@Arg() is on the method ReviewArgs.code: write it above a property of the class',
      'class ReviewArgs { @Arg() code() {} }',
    ],
    [
      '@Arg() is on a parameter of Review.render: write it above a property of the class',
      'class Review { render(@Arg() code: string) {} }',
    ],
    [
      '@Arg() is on a parameter of the constructor of ReviewArgs: write it above a property of the class',
      'class ReviewArgs { constructor(@Arg() code: string) {} }',
    ],
  ])('throws an error that names the right place for the decorator: %s', (message, source) => {
    expect(() => run(source)).toThrow(new TypeError(message));
  });

  test('accepts @Arg() on a setter', () => {
    expect(() => run('class ReviewArgs { @Arg({ type: String }) set code(to: string) {} }')).not.toThrow();
  });
});
