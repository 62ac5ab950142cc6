import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const GREET = "export const greet = (name: string) => 'Hello ' + name;\n";

/** A white picture of one pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEANl9ngAAAAABJRU5ErkJggg==';

/** A repository with two commits, the tag v1.0.0 on the first, and a staged change. */
export class SampleRepository {
  readonly path = realpathSync(mkdtempSync(join(tmpdir(), 'review-desk-')));

  constructor() {
    this.git('init', '--quiet', '--initial-branch=main');
    this.write('README.md', '# Greeter\n\nGreets people, politely.\n');
    this.write('docs/greeting.png', Buffer.from(PNG, 'base64'));
    this.write('src/greet.ts', GREET);
    this.#commit('Greet people');
    this.git('tag', 'v1.0.0');
    this.write('src/farewell.ts', "export const farewell = () => 'Goodbye';\n");
    this.#commit('feat: say goodbye');
    this.write('src/greet.ts', GREET.replace("'Hello '", "'Good morning, '"));
    this.git('add', '--all');
  }

  git(...args: string[]): void {
    const env = { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: '1' };
    const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
    execFileSync('git', [...identity, ...args], { cwd: this.path, env });
  }

  write(path: string, contents: string | Buffer): void {
    const file = join(this.path, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, contents);
  }

  remove(): void {
    rmSync(this.path, { recursive: true });
  }

  #commit(message: string): void {
    this.git('add', '--all');
    this.git('commit', '--quiet', `--message=${message}`);
  }
}
