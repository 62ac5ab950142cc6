/** @slow takes more than a second: loads every example twice */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Class, defineClass, isPrompt, isResource, isTool, Prompt } from '@cuecard/core';
import { expect, test } from '@jest/globals';
import { ModuleGraph } from '../build/loader/module-graph.js';
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

/** Loads all files as the command line does. */
async function loaded(folder: string): Promise<(readonly [string, Exports])[]> {
  const graph = new ModuleGraph(folder);
  return graph.update(
    () => new Set(),
    async (update) => {
      const modules: (readonly [string, Exports])[] = [];
      for (const file of FILES) modules.push([file, await update.exportsOf(file)]);
      update.commit();
      return modules;
    },
  );
}

test('ModuleGraph emits the same types as tsc for every example', async () => {
  const project = new ProjectFolder({});
  try {
    const compiled = await Promise.all(
      FILES.map(async (file) => [file, (await import(compiledOf(file))) as Exports] as const),
    );
    const expected = report(compiled);
    expect(Object.keys(expected).length).toBeGreaterThan(120);
    expect(report(await loaded(project.path))).toEqual(expected);
  } finally {
    project.remove();
  }
});
