import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { build } from 'esbuild';

const packages = new URL('../../packages/', import.meta.url);
/** A folder from which every package can be imported. */
const consumer = fileURLToPath(new URL('../../examples/docs/', import.meta.url));

async function bundles(ending: string): Promise<URL[]> {
  const files = (await readdir(packages)).map(async (name) => {
    const folder = new URL(`${name}/dist/`, packages);
    return (await readdir(folder)).filter((file) => file.endsWith(ending)).map((file) => new URL(file, folder));
  });
  return (await Promise.all(files)).flat();
}

/** Returns the bundle of a program that imports a name from core. */
async function bundleOf(name: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: `export { ${name} } from '@cuecard/core';`, resolveDir: consumer },
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: ['class-transformer', 'class-validator', 'reflect-metadata', 'semver'],
    write: false,
  });
  return outputFiles.map(({ text }) => text).join();
}

interface Manifest {
  readonly exports: Readonly<Record<string, string | { default: string } | { import: { default: string } }>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: object;
  readonly peerDependencies?: object;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** Returns the imports of other packages in bundles and in their shared chunks. */
async function importsOf(entries: readonly string[]): Promise<{ path: string; kind: string }[]> {
  const { metafile } = await build({
    entryPoints: entries.map((entry) => fileURLToPath(new URL(entry, packages))),
    outdir: consumer,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    metafile: true,
    write: false,
  });
  const all = Object.values(metafile.inputs).flatMap(({ imports }) => imports);
  return all.filter(({ path, external }) => external && !isBuiltin(path));
}

function packageOf({ path }: { path: string }): string {
  return /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path;
}

test('@cuecard/core drops unused exports from a bundled program', async () => {
  const bundle = await bundleOf('user');
  expect(bundle).toContain('createMessageFactory');
  expect(bundle).not.toMatch(/Registry|Runtime|ArgumentPlan|ScalarType/);
  expect(bundle.length).toBeLessThan(20_000);
  expect(await bundleOf('Registry')).toContain('compileEntries');
});

test.each([
  { bundle: 'testing/dist/cuecard-testing-contract.js', imports: ['@cuecard/core', 'semver'] },
  {
    bundle: 'cli/dist/cuecard-cli-playground.js',
    imports: ['@cuecard/core', '@cuecard/server', '@cuecard/testing/contract'],
  },
])('$bundle imports $imports and no other package', async ({ bundle, imports }) => {
  const found = await importsOf([bundle]);
  expect([...new Set(found.map(({ path }) => path))].toSorted()).toEqual(imports);
});

test.each(readdirSync(packages))('@cuecard/%s declares the packages that it imports', async (folder) => {
  const { exports, bin, ...manifest }: Manifest = JSON.parse(
    await readFile(new URL(`${folder}/package.json`, packages), 'utf8'),
  );
  const { dependencies, peerDependencies, peerDependenciesMeta = {} } = manifest;
  const declared = Object.keys({ ...dependencies, ...peerDependencies });
  const installed = declared.filter((name) => peerDependenciesMeta[name]?.optional !== true);
  const [main = '', ...others] = [
    ...Object.values(exports).flatMap((entry) => {
      if (typeof entry === 'string') return []; // A file as it is, such as package.json.
      return 'import' in entry ? entry.import.default : entry.default;
    }),
    ...Object.values(bin ?? {}),
  ].map((file) => `${folder}/${file}`);
  const needed = (await importsOf([main])).filter(({ kind }) => kind === 'import-statement');
  expect(installed).toEqual(expect.arrayContaining(needed.map(packageOf)));
  expect(declared).toEqual(expect.arrayContaining((await importsOf([main, ...others])).map(packageOf)));
});

test('bundles have source maps to published sources', async () => {
  const lost: string[] = [];
  for (const file of await bundles('.js.map')) {
    const { sources, sourcesContent }: { sources: string[]; sourcesContent?: string[] } = JSON.parse(
      await readFile(file, 'utf8'),
    );
    expect(sourcesContent).toBeUndefined();
    for (const source of sources) {
      const found = await stat(new URL(source, file)).catch(() => undefined);
      if (!found?.isFile() || !/^\.\.\/src\/.*\.ts$/.test(source)) lost.push(`${file.pathname}: ${source}`);
    }
  }
  expect(lost).toEqual([]);
});

test('bundles keep the functions and lines of sources in stack traces', async () => {
  const script = `
    import { definePrompt, Runtime } from '@cuecard/core';
    const prompts = [definePrompt({ name: 'x', render: () => '' })];
    await new Runtime({ prompts }).prompts.get({ name: 'y' }).catch((error) => console.log(error.stack));
  `;
  const flags = ['--enable-source-maps', '--input-type=module', '-e', script];
  const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: consumer });
  const [, line = ''] = /at Engine\.run \(.*\/core\/src\/engine\/engine\.ts:(\d+):/.exec(stdout) ?? [];
  const source = await readFile(new URL('core/src/engine/engine.ts', packages), 'utf8');
  expect(source.split('\n')[Number(line) - 1]).toContain('this.#answer(');
});

test('removeStale removes the output of deleted sources', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cuecard-stale-'));
  for (const name of ['src/here', 'build/here', 'build/gone', 'build/gone/there'])
    await mkdir(join(folder, name), { recursive: true });
  const files = ['a', 'here/b', 'gone/c', 'd'].flatMap((name) =>
    ['.js', '.js.map', '.d.ts', '.d.ts.map', '.d.cts', '.d.cts.map'].map((ending) => `build/${name}${ending}`),
  );
  const kept = ['src/a.ts', 'src/here/b.ts', 'build/tsconfig.tsbuildinfo'];
  for (const file of [...kept, ...files]) await writeFile(join(folder, file), '');
  const script = `
    import { removeStale } from ${JSON.stringify(new URL('../output.js', import.meta.url).href)};
    await removeStale(${JSON.stringify(folder)});
  `;
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  const left = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = left
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
  expect(names.toSorted()).toEqual([...kept, ...files.filter((file) => /build\/(a|here\/b)\./.test(file))].toSorted());
  await rm(folder, { recursive: true });
});
