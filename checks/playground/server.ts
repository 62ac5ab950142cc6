import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../packages/cli/', import.meta.url));

/** The maximum time to start, in milliseconds. */
const START_MS = 20_000;

/** A program that serves the page, in a process of its own. */
export class PageServer {
  /** The lines that the program printed. */
  readonly printed: string[] = [];
  /** The address of the page, with its token. */
  url = '';
  protected child: ChildProcessWithoutNullStreams | undefined;

  constructor(
    readonly command: (port: string) => readonly string[],
    readonly cwd?: string,
  ) {}

  get origin(): string {
    return new URL(this.url).origin;
  }

  /** Starts the program, at its former port if it had one. */
  async begin(): Promise<void> {
    const port = this.url === '' ? '0' : new URL(this.url).port;
    const options = { ...(this.cwd && { cwd: this.cwd }), env: { ...process.env, NO_COLOR: '1' } };
    const child = (this.child = spawn(process.execPath, this.command(port), options));
    const timer = setTimeout(() => child.kill(), START_MS);
    this.url = await new Promise((resolve, reject) => {
      child.once('exit', () => reject(new Error(`The server ended:\n${this.printed.join('\n')}`)));
      for (const stream of [child.stdout, child.stderr])
        createInterface(stream).on('line', (line) => {
          this.printed.push(line);
          const [url] = /http\S+#token=\S+/.exec(line) ?? [];
          if (url !== undefined) resolve(url);
        });
    });
    clearTimeout(timer);
  }

  async stop(): Promise<void> {
    const { child } = this;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    await ended;
  }
}

/** A server of the tests of the command line, with a scene that its input changes. */
export class Stage extends PageServer {
  constructor(scene: string) {
    super((port) => [join(CLI, 'test/playground/stage/server.mjs'), scene, port]);
  }

  static async start(scene: string): Promise<Stage> {
    const stage = new Stage(scene);
    await stage.begin();
    return stage;
  }

  /** @param command one that `server.mjs` knows, such as `edit WORDS`, `break` and `fix` */
  tell(command: string): void {
    this.child?.stdin.write(`${command}\n`);
  }
}

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

const TSCONFIG = '{ "compilerOptions": { "experimentalDecorators": true, "emitDecoratorMetadata": true } }';

/** `cuecard dev` with a project of one prompt. */
export class Project extends PageServer {
  constructor(readonly folder: string) {
    super((port) => [join(CLI, 'dist/cuecard.js'), 'dev', '--port', port], folder);
  }

  static async start(folder: string): Promise<Project> {
    const project = new Project(folder);
    await mkdir(join(folder, 'src'), { recursive: true });
    await mkdir(join(folder, 'node_modules/@cuecard'), { recursive: true });
    await symlink(CLI, join(folder, 'node_modules/@cuecard/cli'));
    for (const name of ['@cuecard/core', 'reflect-metadata'])
      await symlink(join(CLI, 'node_modules', name), join(folder, 'node_modules', name));
    await project.#write('package.json', '{ "name": "harbour", "type": "module" }');
    await project.#write('tsconfig.json', TSCONFIG);
    await project.#write('cuecard.config.ts', CONFIG);
    await project.save('`The next ship is ${ship}.`');
    await project.begin();
    return project;
  }

  /** @param text the expression that the prompt returns */
  async save(text: string): Promise<void> {
    await this.#write(
      'src/announce.ts',
      `import { Arg, Prompt, type PromptHandler } from '@cuecard/core';

export class AnnounceArgs {
  @Arg({ description: 'Which ship' })
  ship!: string;
}

@Prompt({ title: 'Announce a ship', description: 'Announces a ship', args: AnnounceArgs })
export class Announce implements PromptHandler<AnnounceArgs> {
  render({ ship }: AnnounceArgs) {
    return ${text};
  }
}
`,
    );
  }

  async #write(file: string, text: string): Promise<void> {
    await writeFile(join(this.folder, file), text);
  }
}
