import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { ProjectFolder } from './support/project-folder.ts';

const run = promisify(execFile);
const EXAMPLES = fileURLToPath(new URL('../../../examples', import.meta.url));
const CUECARD = fileURLToPath(new URL('../dist/cuecard.js', import.meta.url));

/** Files that serve something when they are imported. */
const RUNS = /^(?:export )?(?:const .*= )?(?:await|void) |process\.exit|bootstrap\(/m;

const FILES = readdirSync(EXAMPLES).flatMap((example) => {
  const folder = join(EXAMPLES, example, 'src');
  const files = readdirSync(folder, { recursive: true }).map(String);
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'));
  const compiled = sources.map((file) => join(folder, file)).filter((file) => existsSync(compiledOf(file)));
  return compiled.filter((file) => declares(readFileSync(file, 'utf8')));
});

/** Where `tsc -b` puts it; some examples are only read, or compiled elsewhere. */
function compiledOf(file: string): string {
  return file.replace('/src/', '/dist/').replace(/\.ts$/, '.js');
}

function declares(source: string): boolean {
  return /@(?:Prompt|Tool|Resource|Arg)\(/.test(source) && !RUNS.test(source);
}

/** Prints what lists and schemas say of everything that files export. */
const REPORT = `
import 'reflect-metadata';
import { defineClass, isPrompt, isResource, isTool, Prompt } from '@cuecard/core';

export function report(modules) {
  const found = {};
  for (const [file, exports] of Object.entries(modules))
    for (const [name, value] of Object.entries(exports)) {
      if (typeof value !== 'function') continue;
      try {
        const declared = isPrompt(value) || isTool(value) || isResource(value) ? value : probe(value);
        const { entry, schema } = defineClass(declared);
        found[file + '#' + name] = { entry, schema };
      } catch (error) {
        found[file + '#' + name] = String(error.message).split('\\\\n');
      }
    }
  return found;
}

function probe(args) {
  class Probe { render = () => ''; }
  Prompt({ name: 'probe', args })(Probe);
  return Probe;
}
`;

const importing = (nameOf: (file: string) => string) => `
import { report } from './report.mjs';
${FILES.map((file, index) => `import * as m${index} from ${JSON.stringify(nameOf(file))};`).join('\n')}
export const found = report({ ${FILES.map((file, index) => `${JSON.stringify(file)}: m${index}`).join(', ')} });
`;

test('the loader of the command line emits the types that tsc does, for every example', async () => {
  const project = new ProjectFolder({
    'report.mjs': REPORT,
    'compiled.mjs': `${importing(compiledOf)}
console.log(JSON.stringify(found));`,
    'cuecard.config.ts': `import { writeFileSync } from 'node:fs';
${importing((file) => file)}
writeFileSync('loaded.json', JSON.stringify(found));
process.exit();`,
  });
  try {
    const options = { cwd: project.path, maxBuffer: 2 ** 26 };
    const [compiled] = await Promise.all([
      run(process.execPath, ['compiled.mjs'], options),
      run(process.execPath, [CUECARD, 'dev', '--stdio'], options),
    ]);
    const expected = JSON.parse(compiled.stdout) as Record<string, unknown>;
    expect(Object.keys(expected).length).toBeGreaterThan(120);
    expect(JSON.parse(project.read('loaded.json'))).toEqual(expected);
  } finally {
    project.remove();
  }
});
