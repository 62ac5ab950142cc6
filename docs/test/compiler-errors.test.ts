import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

// The last line of a compiler error is the one that people read first.

const root = fileURLToPath(new URL('../../', import.meta.url));
const HEAD = `import { Arg, type Auth, type CallOptions, definePrompt, Prompt, Resource, Runtime, Tool } from '@cuecard/core';
class ReviewArgs { @Arg() code!: string }
class OtherArgs { @Arg() path!: string }
class Found { @Arg() title!: string }
interface Claims { role: string }
declare const claims: Claims;
`;

const CONFIG = {
  compilerOptions: {
    target: 'ES2023',
    module: 'NodeNext',
    strict: true,
    exactOptionalPropertyTypes: true,
    experimentalDecorators: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
    paths: { '@cuecard/core': [join(root, 'packages/core/build/index.d.ts')] },
  },
  files: ['lines.ts'],
};

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'compiler-errors-'));
});

afterAll(() => rm(folder, { recursive: true }));

/** Returns the last lines of the errors in each line of code. */
async function errorsOf(lines: readonly string[]): Promise<string[][]> {
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(CONFIG));
  await writeFile(join(folder, 'lines.ts'), HEAD + lines.map((line) => `${line}\n`).join(''));
  const tsc = join(root, 'node_modules/typescript-7/bin/tsc');
  const output = await promisify(execFile)(process.execPath, [tsc, '-p', folder]).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
  const first = HEAD.split('\n').length;
  // An error starts with its location. Indented lines follow.
  const errors = [...output.matchAll(/^\S*lines\.ts\((\d+),\d+\): error TS\d+: (.*(?:\n +.*)*)/gm)];
  return lines.map((_, at) =>
    errors
      .filter(([, line]) => Number(line) === first + at)
      .map(([, , message = '']) => message.split('\n').at(-1)?.trim() ?? ''),
  );
}

/** Mistakes, and the last line of the error of each. */
const MISTAKES: readonly (readonly [string, string])[] = [
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
    "Type '{ name: string; }' is not assignable to type 'Awaitable<CallToolResult | Found>'.",
  ],
  [
    'new Runtime({ prompt: [] })',
    "Object literal may only specify known properties, but 'prompt' does not exist in type 'RuntimeOptions'. Did you mean to write 'prompts'?",
  ],
];

/** Correct code: claims of any interface, which are read by name. */
const CORRECT = [
  "export const call: CallOptions = { auth: { principal: 'ann', scopes: [], claims } }",
  'export const role = (auth: Auth) => auth.claims?.["role"]',
  "@Tool({ output: [Found] }) export class I { call = () => [{ title: 'x' }] }",
  "@Prompt({ args: ReviewArgs, examples: [{ code: 'a' }] }) export class J { render = ({ code }: ReviewArgs) => code }",
];

test('tsc ends its errors for decorators and Runtime with the mistake', async () => {
  const errors = await errorsOf([...MISTAKES.map(([code]) => code), ...CORRECT]);
  expect(errors).toEqual([...MISTAKES.map(([, error]) => [error]), ...CORRECT.map(() => [])]);
});
