import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

const GREET = `/** Greets a person. */
export function greet(name: string): string {
  return 'Hello ' + name;
}
`;

const README = `# Greeter

Greets people, politely.
`;

const FAREWELL = `export function farewell(name: string): string {
  return \`Goodbye \${name}\`;
}
`;

/** A white picture of one pixel, and a recording of silence. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEANl9ngAAAAABJRU5ErkJggg==',
  'base64',
);
const WAV = Buffer.from('UklGRiwAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQgAAACAgICAgICAgA==', 'base64');

type Files = Readonly<Record<string, string | Buffer>>;

/** A small repository whose commits are the same wherever it is made, and a copy of its files that is no repository. */
export class SampleRepository {
  readonly #base = realpathSync(mkdtempSync(join(tmpdir(), 'review-desk-')));
  /** A repository with three commits, the tag v1.0.0 on the first, and a staged change. */
  readonly path = join(this.#base, 'greeter');
  /** The same files without `.git`, and in a folder of another repository. */
  readonly copy = join(this.#base, 'other', 'greeter');
  #commits = 0;

  constructor() {
    mkdirSync(this.path);
    this.git('init', '--quiet', '--initial-branch=main', '--object-format=sha1');
    this.#commit('Greet people', {
      'README.md': README,
      'docs/greeting.png': PNG,
      'notes/call.wav': WAV,
      'src/greet.ts': GREET,
    });
    this.git('tag', 'v1.0.0');
    this.#commit('feat: say goodbye\n\nFor people who leave, which they did without a word until now.', {
      'src/farewell.ts': FAREWELL,
    });
    this.#commit('fix(greet): end the greeting with a full stop', {
      'src/greet.ts': GREET.replace('name;', "name + '.';"),
    });
    this.#write({ 'src/greet.ts': GREET.replace("'Hello ' + name", '`Hello ${name}.`') });
    this.git('add', '--all');
    this.git('init', '--quiet', dirname(this.copy));
    cpSync(this.path, this.copy, { recursive: true, filter: (file) => basename(file) !== '.git' });
  }

  /** Runs git in the repository; what the person at the machine has configured does not matter. */
  git(...args: string[]): string {
    return execFileSync('git', args, { cwd: this.path, env: this.#environment(), encoding: 'utf8' });
  }

  remove(): void {
    rmSync(this.#base, { recursive: true, force: true });
  }

  #commit(message: string, files: Files): void {
    this.#commits += 1;
    this.#write(files);
    this.git('add', '--all');
    this.git('commit', '--quiet', `--message=${message}`);
  }

  #write(files: Files): void {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.path, file)), { recursive: true });
      writeFileSync(join(this.path, file), text);
    }
  }

  #environment(): NodeJS.ProcessEnv {
    const date = `2026-01-0${this.#commits}T12:00:00Z`;
    return {
      PATH: process.env['PATH'],
      GIT_CONFIG_GLOBAL: devNull,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'Ada',
      GIT_AUTHOR_EMAIL: 'ada@example.com',
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_NAME: 'Ada',
      GIT_COMMITTER_EMAIL: 'ada@example.com',
      GIT_COMMITTER_DATE: date,
    };
  }
}
