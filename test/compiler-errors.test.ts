import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import ts from 'typescript';

// What the compiler says of mistakes: the last lines of a message are what people look for.

const FILE = fileURLToPath(new URL('../examples/first-prompt/src/mistakes.ts', import.meta.url));
const HEAD = `import { Arg, type Auth, type CallOptions, definePrompt, Prompt, Resource, Runtime, Tool } from '@cuecard/core';
class ReviewArgs { @Arg() code!: string }
class OtherArgs { @Arg() path!: string }
class Found { @Arg() title!: string }
interface Claims { role: string }
declare const claims: Claims;
`;

/** The errors of each mistake: the first and the last line of each. */
function errorsOf(mistakes: readonly string[]): string[][] {
  const source = HEAD + mistakes.map((mistake) => `${mistake}\n`).join('');
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    strict: true,
    exactOptionalPropertyTypes: true,
    experimentalDecorators: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, getSourceFile } = host;
  host.fileExists = (path) => path === FILE || fileExists(path);
  host.getSourceFile = (path, ...rest) =>
    path === FILE ? ts.createSourceFile(path, source, ts.ScriptTarget.ES2023, true) : getSourceFile(path, ...rest);
  const errors = ts.getPreEmitDiagnostics(ts.createProgram([FILE], options, host));
  const first = HEAD.split('\n').length - 1;
  return mistakes.map((_, at) =>
    errors
      .filter(({ file, start = 0 }) => file?.getLineAndCharacterOfPosition(start).line === first + at)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n').split('\n').at(-1)?.trim() ?? ''),
  );
}

test('the last line of a compiler error names what is wrong', () => {
  const rows: readonly (readonly [string, string])[] = [
    [
      '@Prompt() class A { render({ code }: ReviewArgs) { return code } }',
      "Property 'code' is missing in type 'NoArgsDeclared' but required in type 'ReviewArgs'.",
    ],
    [
      '@Tool() class B { call({ code }: ReviewArgs) { return code } }',
      "Property 'code' is missing in type 'NoArgsDeclared' but required in type 'ReviewArgs'.",
    ],
    [
      "@Resource({ uri: 'docs://{code}' }) class C { read({ code }: ReviewArgs) { return code } }",
      "Property 'code' is missing in type 'NoArgsDeclared' but required in type 'ReviewArgs'.",
    ],
    [
      '@Prompt({ args: ReviewArgs }) class D { render({ path }: OtherArgs) { return path } }',
      "Property 'path' is missing in type 'ReviewArgs' but required in type 'OtherArgs'.",
    ],
    [
      "@Prompt({ args: ReviewArgs, examples: [{ path: 'a' }] }) class E { render = () => 'x' }",
      "Object literal may only specify known properties, and 'path' does not exist in type 'Partial<NoInfer<ReviewArgs>>'.",
    ],
    [
      "@Prompt({ arguments: ReviewArgs }) class F { render = () => 'x' }",
      "Object literal may only specify known properties, and 'arguments' does not exist in type 'WithArguments<PromptOptions, NoArgsDeclared>'.",
    ],
    ['@Prompt() class G { render = () => 5 }', "Type 'number' is not assignable to type 'Awaitable<PromptOutput>'."],
    [
      "@Tool({ output: Found }) class H { call = () => ({ name: 'x' }) }",
      "Type '{ name: string; }' is not assignable to type 'Awaitable<Found | CallToolResult>'.",
    ],
    [
      'new Runtime({ prompt: [] })',
      "Object literal may only specify known properties, but 'prompt' does not exist in type 'RuntimeOptions'. Did you mean to write 'prompts'?",
    ],
  ];
  const errors = errorsOf(rows.map(([mistake]) => mistake));
  expect(errors).toEqual(rows.map(([, error]) => [error]));
});

test('claims may be of any interface, and are read by name', () => {
  const lines = [
    "export const call: CallOptions = { auth: { principal: 'ann', scopes: [], claims } }",
    'export const role = (auth: Auth) => auth.claims?.["role"]',
    "@Tool({ output: [Found] }) export class I { call = () => [{ title: 'x' }] }",
    "@Prompt({ args: ReviewArgs, examples: [{ code: 'a' }] }) export class J { render = ({ code }: ReviewArgs) => code }",
  ];
  expect(errorsOf(lines)).toEqual([[], [], [], []]);
});
