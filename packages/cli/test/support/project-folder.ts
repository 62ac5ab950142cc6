import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    target: 'ES2023',
    module: 'NodeNext',
    strict: true,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    verbatimModuleSyntax: true,
  },
});

/** A project in a temporary folder with the packages of this one. */
export class ProjectFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'cuecard-project-'));

  constructor(files: Readonly<Record<string, string>>) {
    this.#link('node_modules');
    this.#link('node_modules/@cuecard');
    symlinkSync(PACKAGE, join(this.path, 'node_modules/@cuecard/cli'));
    this.write({ 'package.json': '{ "name": "desk", "type": "module" }', 'tsconfig.json': TSCONFIG, ...files });
  }

  write(files: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.path, name)), { recursive: true });
      writeFileSync(join(this.path, name), text);
    }
  }

  read(name: string): string {
    return readFileSync(join(this.path, name), 'utf8');
  }

  /** Writes as many editors do: another file first, which then takes the place. */
  replace(name: string, text: string): void {
    this.write({ [`${name}.tmp`]: text });
    renameSync(join(this.path, `${name}.tmp`), join(this.path, name));
  }

  rename(from: string, to: string): void {
    renameSync(join(this.path, from), join(this.path, to));
  }

  delete(name: string): void {
    rmSync(join(this.path, name), { recursive: true });
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  /** Links what the package of the command line has installed. */
  #link(folder: string): void {
    mkdirSync(join(this.path, folder), { recursive: true });
    for (const name of readdirSync(join(PACKAGE, folder))) {
      if (!name.startsWith('.') && name !== '@cuecard')
        symlinkSync(join(PACKAGE, folder, name), join(this.path, folder, name));
    }
  }
}
