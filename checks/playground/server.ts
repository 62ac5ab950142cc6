import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ServerProcess } from '../lib.js';

const CLI = fileURLToPath(new URL('../../packages/cli/', import.meta.url));

/** The maximum time to start, in milliseconds. */
const START_MS = 60_000;

/** A program that serves the page, in a process of its own. */
export class PageServer {
  /** The address of the page, with its token. */
  url = '';
  protected process: ServerProcess | undefined;

  constructor(
    readonly command: (port: string) => readonly string[],
    readonly cwd = CLI,
  ) {}

  get origin(): string {
    return new URL(this.url).origin;
  }

  /** The lines that the program printed. */
  get printed(): readonly string[] {
    return this.process?.output.trimEnd().split('\n') ?? [];
  }

  /** Starts the program, at its former port if it had one. */
  async begin(): Promise<this> {
    const port = this.url === '' ? '0' : new URL(this.url).port;
    const options = { cwd: this.cwd, env: { ...process.env, NO_COLOR: '1' }, stdio: 'pipe' } as const;
    this.process = new ServerProcess(process.execPath, this.command(port), options);
    this.url = await this.process.printed(/http\S+#token=\S+(?=\s)/, START_MS);
    return this;
  }

  async stop(): Promise<void> {
    await this.process?.stop();
  }
}

/** A server of the tests of the command line, with a scene that its input changes. */
export class Stage extends PageServer {
  constructor(scene: string) {
    super((port) => [join(CLI, 'test/playground/stage/server.mjs'), scene, port]);
  }

  /** @param command one that `server.mjs` knows, such as `edit WORDS`, `break` and `fix` */
  tell(command: string): void {
    this.process?.write(`${command}\n`);
  }
}

const CONFIG = `import 'reflect-metadata';
import { defineConfig } from '@cuecard/cli';
import { Runtime } from '@cuecard/core';

export default defineConfig(async ({ loadDefinitions, logger }) => ({
  name: 'harbour',
  title: 'Harbour',
  version: '1.0.0',
  runtime: new Runtime({ prompts: await loadDefinitions('src'), logger }),
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
    return project.begin();
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
