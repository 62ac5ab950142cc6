import { Arg, Complete, Prompt } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { transformSync } from 'esbuild';

/** Runs source that is compiled without `experimentalDecorators`. */
function run(source: string): void {
  const { code } = transformSync(source, { loader: 'ts', target: 'es2022', tsconfigRaw: '{}' });
  new Function('Arg', 'Complete', 'Prompt', code)(Arg, Complete, Prompt);
}

describe('Decorator compiled as a standard decorator', () => {
  test.each([
    ['@Arg() of the field code', 'class ReviewArgs { @Arg() code!: string; }'],
    ['@Arg() of the accessor code', 'class ReviewArgs { @Arg() accessor code = ""; }'],
    ['@Arg() of the setter code', 'class ReviewArgs { @Arg() set code(to: string) {} }'],
    ['@Prompt() of the class Review', '@Prompt() class Review { render() { return ""; } }'],
    ['@Prompt() of the class without a name', 'Prompt()(class {}, { kind: "class", name: undefined });'],
    ['@Complete() of the method codes', 'class Review { @Complete("code") codes() { return []; } }'],
  ])('throws an error that names the required compiler options: %s', (decorated, source) => {
    expect(() => run(source)).toThrow(
      new TypeError(
        `${decorated} is compiled as a standard decorator, which has no type information: set "experimentalDecorators": true and "emitDecoratorMetadata": true in tsconfig.json`,
      ),
    );
  });
});
