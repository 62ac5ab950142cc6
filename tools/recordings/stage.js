import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../packages/cli', import.meta.url));
/** A prompt with an argument that is completed. */
const TRANSLATE = fileURLToPath(new URL('translate.ts', import.meta.url));
const CUECARD = join(CLI, 'dist/cuecard.js');

/** A project as `cuecard new` makes it, with the packages of this workspace, and `cuecard` in the `PATH`. */
export class Stage {
  #folder = mkdtempSync(join(tmpdir(), 'cuecard-recording-'));
  project = join(this.#folder, 'desk');
  /** @type {Record<string, string>} */
  env;

  constructor() {
    const bin = join(this.#folder, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'cuecard'), `#!/bin/sh\nexec "${process.execPath}" "${CUECARD}" "$@"\n`, { mode: 0o755 });
    const { PATH = '', HOME = '' } = process.env;
    this.env = { PATH: [bin, PATH].join(delimiter), HOME, LANG: 'C.UTF-8' };
    this.#cuecard(this.#folder, 'new', 'project', 'desk', '--container', 'tsyringe');
    this.#link('node_modules');
    this.#link('node_modules/@cuecard');
    symlinkSync(CLI, join(this.project, 'node_modules/@cuecard/cli'));
    copyFileSync(TRANSLATE, join(this.project, 'src/prompts/translate.ts'));
    this.#cuecard(this.project, 'manifest');
  }

  /** @param {string} folder */
  #link(folder) {
    mkdirSync(join(this.project, folder));
    for (const name of readdirSync(join(CLI, folder)))
      if (name !== '@cuecard' && !name.startsWith('.'))
        symlinkSync(join(CLI, folder, name), join(this.project, folder, name));
  }

  /**
   * @param {string} folder
   * @param {...string} args
   */
  #cuecard(folder, ...args) {
    execFileSync(process.execPath, [CUECARD, ...args], { cwd: folder, stdio: 'ignore' });
  }

  close() {
    rmSync(this.#folder, { recursive: true });
  }
}
