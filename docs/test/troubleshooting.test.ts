import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import ts from 'typescript';

// The pages show faulty code, which is not part of an example. It is compiled and run here.

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFile(new URL(path, root), 'utf8');
/** A folder from which core, class-validator and tsyringe can be imported. */
const consumer = fileURLToPath(new URL('packages/tsyringe/', root));

/** Faults without code on the page. Other tests produce them. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'provided-twice': 'packages/nestjs/test/discovery.test.ts',
  'guards-bypassed': 'packages/nestjs/test/guards.test.ts',
  'parameter-of-http': 'packages/nestjs/test/discovery.test.ts',
};

interface Section {
  readonly id: string;
  /** The line that the error has for the fault. */
  readonly line: string;
  readonly faulty: string | undefined;
  readonly remedied: string | undefined;
}

function sectionsOf(page: string): Section[] {
  return page.split(/^### /m).flatMap((part) => {
    const id = /^[a-z-]+$/m.exec(part.split('\n')[0] ?? '')?.[0];
    const line = /```text\n(.*)\n```/.exec(part)?.[1];
    if (id === undefined || line === undefined) return [];
    const [faulty, remedied] = [...part.matchAll(/```typescript\n([^]*?)```/g)].map(([, code]) => code);
    return [{ id, line, faulty, remedied }];
  });
}

/** Returns the ids in a union type. */
function idsIn(source: string, type: 'FaultId' | 'WarningId'): string[] {
  const union = new RegExp(`^export type ${type} =([^;]*);`, 'm').exec(source)?.[1] ?? '';
  return [...union.matchAll(/'([a-z-]+)'/g)].map(([, id = '']) => id);
}

/** Returns the first message of each row of the tables. `…` stands for a value. */
function messagesIn(page: string): string[] {
  return [...page.matchAll(/^\| (?:\d+ +\| )?`([^`]+)` /gm)].map(([, message = '']) => message);
}

/** Returns the parts of a message between its values. */
function partsOf(message: string): string[] {
  return message
    .split(/…|\$\{[^}]*\}|\\?`/)
    .map((part) => part.trim())
    .filter((part) => part.length > 3);
}

/** Returns every three successive words. */
function phrasesOf(line: string): string[] {
  const words = line.split(' ');
  return words.slice(2).map((_, index) => words.slice(index, index + 3).join(' '));
}

/** Returns the paths and sources of the packages. */
async function sources(...packages: readonly string[]): Promise<{ path: string; text: string }[]> {
  const files = packages.map(async (name) => {
    const folder = new URL(`packages/${name}/src/`, root);
    const paths = await readdir(folder, { recursive: true });
    return Promise.all(
      paths
        .filter((path) => path.endsWith('.ts'))
        .map(async (path) => ({ path, text: await readFile(new URL(path, folder), 'utf8') })),
    );
  });
  return (await Promise.all(files)).flat();
}

function compiled(code: string): { readonly code: string; readonly classes: readonly string[] } {
  const compilerOptions: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ES2022,
    experimentalDecorators: true,
    emitDecoratorMetadata: !code.startsWith('// Compiled without emitDecoratorMetadata'),
  };
  const classes = [...code.matchAll(/^(?:abstract )?class (\w+)/gm)].map(([, name = '']) => name);
  return { code: ts.transpileModule(code, { compilerOptions }).outputText, classes };
}

/** Runs blocks, and prints the faults of each. Creates a runtime from the classes of a block that creates none. */
const RUNNER = `
  import 'reflect-metadata';
  import * as core from '@cuecard/core';
  import * as rules from 'class-validator';
  import * as tsyringe from 'tsyringe';
  import { fromContainer } from '@cuecard/tsyringe';
  const scope = { ...rules, ...tsyringe, ...core, fromContainer };
  const copy = await import(import.meta.resolve('@cuecard/core') + '?copy');
  const names = Object.keys(scope).filter((name) => name !== 'default' && !name.includes('.'));
  const AsyncFunction = (async () => {}).constructor;
  const listed = (classes) => {
    const { isRegistryEntry, Prompt, Runtime } = core;
    const entries = classes.filter(isRegistryEntry);
    class Uses { render = () => ''; }
    if (entries.length === 0) Prompt({ args: classes.at(-1) })(Uses);
    new Runtime({ prompts: entries.length === 0 ? [Uses] : entries });
  };
  const faultsOf = async ({ code, classes }) => {
    const isWhole = /new (Runtime|Registry)\\(|^define/m.test(code);
    const block = code.replaceAll('import(', 'load(') + '\\nreturn [' + classes + '];';
    const body = 'return (async () => {' + block + '})();';
    try {
      const made = await new AsyncFunction('load', ...names, body)(() => copy, ...names.map((name) => scope[name]));
      if (!isWhole) listed(made);
      return [];
    } catch (error) {
      if (!(error instanceof core.DefinitionError)) return [String(error)];
      return error.message.split('\\n').slice(1, -1).map((line) => line.replace(/^  - /, ''));
    }
  };
  const blocks = JSON.parse(process.env.BLOCKS);
  const found = [];
  for (const block of blocks) found.push(await faultsOf(block));
  console.log(JSON.stringify(found));
`;

async function faultsOf(blocks: readonly string[]): Promise<string[][]> {
  const env = { ...process.env, BLOCKS: JSON.stringify(blocks.map(compiled)) };
  const args = ['--input-type=module', '-e', RUNNER];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: consumer, env });
  return JSON.parse(stdout);
}

const pages = async (...names: readonly string[]) =>
  (await Promise.all(names.map((name) => read(`docs/troubleshooting-${name}.md`)))).join('\n');
const faults = await pages('entries', 'arguments', 'resources', 'services');
const others = await pages('start-up', 'requests');
const sections = sectionsOf(faults);
const idOf = (line: string) => /\[([a-z-]+)\]$/.exec(line)?.[1];

describe('the pages on troubleshooting', () => {
  const shown = sections.flatMap(({ id, line, faulty = '' }) => (id in ELSEWHERE ? [] : [{ id, line, faulty }]));
  const remedied = sections.flatMap((section) => section.remedied ?? []);
  let found: string[][];

  beforeAll(async () => {
    found = await faultsOf([...shown.map(({ faulty }) => faulty), ...remedied]);
  });

  test('explains exactly the faults of definitions', async () => {
    const ids = idsIn(await read('packages/core/src/troubleshooting.ts'), 'FaultId');
    expect(sections.map(({ id }) => id)).toEqual(ids);
  });

  test('shows for each fault its line and code with only this fault', () => {
    expect(
      shown.map(({ id }, index) => ({ id, line: found[index]?.[0], ids: [...new Set(found[index]?.map(idOf))] })),
    ).toEqual(shown.map(({ id, line }) => ({ id, line, ids: [id] })));
  });

  test('shows code without faults as the remedy', () => {
    expect(found.slice(shown.length)).toEqual(remedied.map(() => []));
  });

  test('shows a line of another test where it shows no code', async () => {
    const tests = await Promise.all(Object.values(ELSEWHERE).map(read));
    const lines = sections.filter(({ id }) => id in ELSEWHERE).map(({ line }) => line);
    expect(lines.filter((line, index) => tests[index]?.includes(line) !== true)).toEqual([]);
  });

  test('explains exactly the warnings, each with a phrase of its message', async () => {
    const ids = idsIn(await read('packages/core/src/troubleshooting.ts'), 'WarningId');
    const warnings = sectionsOf(others);
    expect(warnings.map(({ id }) => id)).toEqual(ids);
    const core = await sources('core');
    const unquoted = warnings.filter(({ id, line }) => {
      const site = core.find(({ path, text }) => path !== 'troubleshooting.ts' && text.includes(`'${id}'`));
      return site === undefined || !phrasesOf(line).some((phrase) => site.text.includes(phrase));
    });
    expect(unquoted).toEqual([]);
  });

  test('quotes only messages that the packages contain', async () => {
    const all = await sources('core', 'server', 'mcp-sdk', 'resources', 'interceptors', 'tsyringe', 'openfeature');
    const stale = messagesIn(others).filter((message) => {
      const parts = partsOf(message);
      return parts.length > 0 && !all.some(({ text }) => parts.every((part) => text.includes(part)));
    });
    expect([stale, messagesIn(others).length > 40]).toEqual([[], true]);
  });
});
