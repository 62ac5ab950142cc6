/** @slow takes more than a second: loads every example twice, and starts the compiler of TypeScript */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Class, defineClass, isPrompt, isResource, isTool, Prompt } from '@cuecard/core';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import ts from 'typescript';
import { Loader } from '../build/loader/loader.js';
import { ProjectFolder } from './support/project-folder.ts';

const EXAMPLES = fileURLToPath(new URL('../../../examples', import.meta.url));

/** Matches files that start something when they are imported. */
const RUNS = /^(?:export )?(?:const .*= )?(?:await|void) |process\.exit|bootstrap\(/m;

const FILES = readdirSync(EXAMPLES).flatMap((example) => {
  const folder = join(EXAMPLES, example, 'src');
  const files = readdirSync(folder, { recursive: true }).map(String);
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'));
  const compiled = sources.map((file) => join(folder, file)).filter((file) => existsSync(compiledOf(file)));
  return compiled.filter((file) => declares(readFileSync(file, 'utf8')));
});

/** Returns the file that `tsc -b` writes. It is missing for examples that `tsc -b` does not compile. */
function compiledOf(file: string): string {
  return file.replace('/src/', '/dist/').replace(/\.ts$/, '.js');
}

function declares(source: string): boolean {
  return /@(?:Prompt|Tool|Resource|Arg)\(/.test(source) && !RUNS.test(source);
}

type Exports = Readonly<Record<string, unknown>>;

/** Returns the list entries and schemas of all classes that files export. */
function report(modules: readonly (readonly [file: string, exports: Exports])[]): Record<string, unknown> {
  const entries = modules.flatMap(([file, exports]) =>
    Object.entries(exports).flatMap(([name, value]) =>
      isClass(value) ? [[`${file}#${name}`, definitionOf(value)] as const] : [],
    ),
  );
  return Object.fromEntries(entries);
}

/** Excludes functions, because they might start something. */
function isClass(value: unknown): value is Class {
  return typeof value === 'function' && String(value).startsWith('class');
}

function definitionOf(type: Class): unknown {
  try {
    const definitions = defineClass(isPrompt(type) || isTool(type) || isResource(type) ? type : probeOf(type));
    return definitions.map(({ entry, schema }) => ({ entry, schema }));
  } catch (error) {
    return String(error).split('\n');
  }
}

/** Creates a prompt with the arguments of a class. */
function probeOf(args: Class): Class {
  class Probe {
    render = () => '';
  }
  Prompt({ name: 'probe', args })(Probe);
  return Probe;
}

/** Loads files as the command line does. */
async function loaded(folder: string, files: readonly string[]): Promise<(readonly [string, Exports])[]> {
  return new Loader(folder).update(async (update) => {
    const modules: (readonly [string, Exports])[] = [];
    for (const file of files) modules.push([file, await update.exportsOf(file)]);
    update.commit();
    return modules;
  });
}

let project: ProjectFolder;
beforeEach(() => {
  project = new ProjectFolder({});
});
afterEach(() => project.remove());

const DECLARATIONS = `import 'reflect-metadata';
const Type = (_target: object, _key: string) => {};
type Text = string;
type Count = number;
type Flag = boolean;
type Large = 1n | 2n;
type Level = 'low' | 'high';
type Digit = -1 | 0 | 1;
type Mixed = Level | 1;
type Wider = Level | ('medium');
type Absent = Level | null;
type Loop = Loop[] | 'end';
type Names = readonly string[];
type Pair = [string, number];
type Route = \`/\${string}\`;
type Brand = string & { readonly brand: 'id' };
type Same<Item> = Item;
type Many<Item> = Item[];
const LEVELS = ['low', 'high'] as const;
type Listed = (typeof LEVELS)[number];
const Tone = { warm: 'w', brief: 'b' } as const satisfies Record<string, string>;
type Tone = (typeof Tone)[keyof typeof Tone];
type ToneName = keyof typeof Tone;
const LIMIT = 3;
type Limit = typeof LIMIT;
interface Shape { readonly name: string }
enum Pace { fast = 'f', slow = 's' }
enum Size { small, large }
enum Odd { one = 'x', two = 2 }
enum Later { a = 'a', b = a }
export const enum Inline { a = 'a' }
type Fast = Pace.fast;
class Stop {}
type StopAlias = Stop;
`;

const PROPERTIES =
  `Text Count Flag Large Level Digit Mixed Wider Absent Loop Names Pair Route Brand Same<string> Many<string> Listed Tone
ToneName Limit Shape Pace Size Odd Later Inline Fast Stop StopAlias Pace.fast Size.small Odd.one Odd.two Inline.a Level[]`
    .split(/\s/)
    .concat(
      "Level | 'medium'",
      'Level | null',
      'Level | undefined',
      'Level | Tone',
      'Pace.fast | Pace.slow',
      "Pace | 'x'",
    );

/** Returns the types that a class has at runtime, by the types that its source names. */
function typesOf({ Probe }: Exports): Readonly<Record<string, unknown>> {
  const { prototype } = Probe as Class;
  return Object.fromEntries(
    PROPERTIES.map((type, index) => [type, Reflect.getMetadata('design:type', prototype, `p${index}`).name]),
  );
}

describe('Loader', () => {
  test('emits the same types as tsc for every example', async () => {
    const compiled = await Promise.all(
      FILES.map(async (file) => [file, (await import(compiledOf(file))) as Exports] as const),
    );
    const expected = report(compiled);
    expect(Object.keys(expected).length).toBeGreaterThan(120);
    expect(report(await loaded(project.path, FILES))).toEqual(expected);
  });

  test.each([true, false])('emits the same types as tsc for types of the same file: strict %s', async (strict) => {
    const properties = PROPERTIES.map((type, index) => `@Type p${index}!: ${type};`);
    const options = {
      strict,
      module: 'ESNext',
      target: 'ES2022',
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
    };
    project.write({
      'tsconfig.json': JSON.stringify({ compilerOptions: options }),
      'probe.ts': `${DECLARATIONS}export class Probe {\n${properties.join('\n')}\n}`,
    });
    const file = join(project.path, 'probe.ts');
    const { options: compilerOptions } = ts.convertCompilerOptionsFromJson(options, project.path);
    ts.createProgram([file], { ...compilerOptions, types: [] }).emit();
    const compiled = (await import(file.replace(/\.ts$/, '.js'))) as Exports;
    const [[, exports]] = (await loaded(project.path, [file])) as [readonly [string, Exports]];
    expect(typesOf(exports)).toEqual(typesOf(compiled));
  });
});
