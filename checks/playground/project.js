import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../packages/cli/', import.meta.url));

const CONFIG = `import 'reflect-metadata';
import { defineConfig } from '@cuecard/cli';
import { Runtime } from '@cuecard/core';

export default defineConfig(async ({ definitionsIn, logger }) => ({
  name: 'harbour',
  title: 'Harbour',
  version: '1.0.0',
  runtime: new Runtime({ prompts: await definitionsIn('src'), logger }),
}));
`;

const TSCONFIG = JSON.stringify({
  compilerOptions: { experimentalDecorators: true, emitDecoratorMetadata: true },
});

/** How long a start may take, in milliseconds. */
const PATIENCE = 20_000;

const FILE = 'src/announce.ts';

/** @param {string} words that the prompt says */
function promptOf(words) {
  return `import { Arg, Prompt, type PromptHandler } from '@cuecard/core';

export class AnnounceArgs {
  @Arg({ description: 'Which ship' })
  ship!: string;
}

@Prompt({ title: 'Announce a ship', description: 'Announces a ship', args: AnnounceArgs })
export class Announce implements PromptHandler<AnnounceArgs> {
  render({ ship }: AnnounceArgs) {
    return \`${words} \${ship}.\`;
  }
}
`;
}

/** `cuecard dev` with a project of its own. It knows some of the commands of a stage. */
export class Project {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #child;
  #folder;
  #words = 'The next ship is';
  /** @type {string[]} what it has said */
  said = [];
  /** The address of the page, with its token. */
  url = '';

  /** @param {string} folder */
  constructor(folder) {
    this.#folder = folder;
  }

  static async start() {
    const project = new Project(await mkdtemp(join(tmpdir(), 'cuecard-flow-')));
    await project.#link();
    await project.#write('package.json', '{ "name": "harbour", "type": "module" }');
    await project.#write('tsconfig.json', TSCONFIG);
    await project.#write('cuecard.config.ts', CONFIG);
    await project.#write(FILE, promptOf(project.#words));
    await project.begin();
    return project;
  }

  get origin() {
    return new URL(this.url).origin;
  }

  get port() {
    return Number(new URL(this.url).port);
  }

  /** Starts `dev`, again at the port of before. */
  async begin() {
    const port = this.url === '' ? 0 : this.port;
    const child = spawn(process.execPath, [join(CLI, 'dist/cuecard.js'), 'dev', '--port', String(port)], {
      cwd: this.#folder,
      env: { ...process.env, NO_COLOR: '1' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#child = child;
    this.url = await new Promise((resolve, reject) => {
      createInterface(child.stderr).on('line', (line) => {
        this.said.push(line);
        const [, url] = /^Playground +(\S+)/.exec(line) ?? [];
        if (url === undefined) return;
        clearTimeout(timer);
        resolve(url);
      });
      const fail = () => {
        child.kill(); // It would wait for an edit.
        reject(new Error(`The project has not started:\n${this.said.join('\n')}`));
      };
      child.once('exit', fail);
      const timer = setTimeout(fail, PATIENCE).unref();
    });
  }

  /** Ends `dev`, as its user does. */
  async end() {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    await ended;
  }

  /** @param {string} command `edit WORDS`, `break`, `mend` */
  async tell(command) {
    const [name, ...words] = command.split(' ');
    if (name === 'edit') this.#words = words.join(' ');
    const source = promptOf(this.#words);
    await this.#write(FILE, name === 'break' ? source.replace('.`;', '.`);') : source);
  }

  async stop() {
    await this.end();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /**
   * @param {string} file
   * @param {string} text
   */
  async #write(file, text) {
    const path = join(this.#folder, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }

  /** Links what the package of the command line has installed. */
  async #link() {
    const modules = join(this.#folder, 'node_modules');
    await mkdir(join(modules, '@cuecard'), { recursive: true });
    await symlink(CLI, join(modules, '@cuecard/cli'));
    for (const scope of ['', '@cuecard']) {
      for (const name of await readdir(join(CLI, 'node_modules', scope)))
        if (name !== '@cuecard' && !name.startsWith('.'))
          await symlink(join(CLI, 'node_modules', scope, name), join(modules, scope, name));
    }
  }
}
