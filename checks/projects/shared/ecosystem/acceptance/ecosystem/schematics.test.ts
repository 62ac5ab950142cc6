import { Tree } from '@angular-devkit/schematics';
import { SchematicTestRunner } from '@angular-devkit/schematics/testing/index.js';
import { expect, test } from '@jest/globals';
import { resolve } from 'node:path';

const COLLECTION = resolve('node_modules/@cuecard/nestjs/schematics/collection.json');

const MODULE = `import { Module } from '@nestjs/common';

@Module({})
export class AppModule {}
`;

/** Runs a schematic in the project that `nest new` writes, and returns the files that it adds or changes. */
async function generate(schematic: string, options: object, manifest: object = {}): Promise<Record<string, string>> {
  const project = Tree.empty();
  project.create('package.json', JSON.stringify(manifest));
  project.create('src/app.module.ts', MODULE);
  const runner = new SchematicTestRunner('@cuecard/nestjs', COLLECTION);
  const tree = await runner.runSchematic(schematic, { sourceRoot: 'src', ...options }, project);
  const files = tree.files.map((path) => [path, tree.readContent(path)] as const);
  return Object.fromEntries(files.filter(([path]) => path !== '/package.json'));
}

test('`nest generate` creates a prompt with its test, and registers it in the nearest module', async () => {
  const files = await generate('prompt', { name: 'releases/writeNotes' });
  expect(Object.keys(files).toSorted()).toEqual([
    '/src/app.module.ts',
    '/src/releases/write-notes/write-notes.prompt.spec.ts',
    '/src/releases/write-notes/write-notes.prompt.ts',
  ]);
  expect(files['/src/app.module.ts']).toContain(
    "import { WriteNotesPrompt } from './releases/write-notes/write-notes.prompt';",
  );
  expect(files['/src/app.module.ts']).toMatch(/providers: \[WriteNotesPrompt\]/);
  expect(files['/src/releases/write-notes/write-notes.prompt.ts']).toContain(
    'export class WriteNotesPrompt implements',
  );
});

test('`nest generate` creates tools and resources without a test and an import, as its options ask', async () => {
  const options = { name: 'Orders', flat: true, spec: false, skipImport: true, format: true };
  expect(Object.keys(await generate('tool', options)).toSorted()).toEqual([
    '/src/app.module.ts',
    '/src/orders.tool.ts',
  ]);
  const { '/src/orders.resource.ts': resource, '/src/app.module.ts': module } = await generate('resource', options);
  expect(resource).toMatch(/^@Resource\(\{\n {2}uri: ['"]orders:\/\/\{id\}['"],$/m);
  expect(module).toBe(MODULE);
});

test('`nest generate` writes lines of at most 80 columns, as Prettier formats those of `nest new`', async () => {
  for (const schematic of ['prompt', 'resource', 'tool'])
    for (const text of Object.values(await generate(schematic, { name: 'review' })))
      expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
});

test('`nest generate` imports with extensions in ES modules', async () => {
  const files = await generate('tool', { name: 'orders' }, { type: 'module' });
  expect(files['/src/orders/orders.tool.spec.ts']).toContain("from './orders.tool.js';");
});

test('`nest generate` keeps a name that contains the placeholder of the templates, and writes a valid URI', async () => {
  const { '/src/re_sample/re_sample.resource.ts': written } = await generate('resource', { name: 're_sample' });
  expect(written).toContain("@Resource({\n  uri: 're-sample://{id}',");
  const { '/src/resample/resample.tool.ts': tool } = await generate('tool', { name: 'resample' });
  expect(tool).toContain('export class ResampleTool implements ToolHandler<ResampleArgs, ResampleResult>');
});
