import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder to serve. It has secrets next to it, and contains links and files that could lead to them. */
export class HostileFolder {
  /** The parent folder. */
  readonly base: string;
  readonly root: string;
  readonly #socket = createServer();

  private constructor(base: string) {
    this.base = base;
    this.root = join(base, 'root');
  }

  static async create(): Promise<HostileFolder> {
    const folder = new HostileFolder(await realpath(await mkdtemp(join(tmpdir(), 'cuecard-hostile-'))));
    await folder.#fill();
    return folder;
  }

  /** Replaces `{base}` and `{root}` in a location with the paths. */
  at(pattern: string): string {
    return pattern.replaceAll('{base}', this.base).replaceAll('{root}', this.root);
  }

  async remove(): Promise<void> {
    await new Promise((resolve) => this.#socket.close(resolve));
    await rm(this.base, { recursive: true });
  }

  async #fill(): Promise<void> {
    const { base, root } = this;
    await mkdir(join(root, 'folder'), { recursive: true });
    await mkdir(join(root, '.git'));
    await mkdir(join(base, 'root-2'));
    await writeFile(join(base, 'secret.txt'), 'SECRET');
    await writeFile(join(base, 'root-2', 'secret.txt'), 'SECRET');
    await writeFile(join(root, 'notes.md'), 'notes');
    await writeFile(join(root, 'folder', 'inner.txt'), 'inner');
    await writeFile(join(root, '.git', 'config'), 'SECRET');
    for (const [name, target] of Object.entries(LINKS)) await symlink(this.at(target), join(root, name));
    execFileSync('mkfifo', [join(root, 'pipe')]);
    await new Promise<void>((resolve) => this.#socket.listen(join(root, 'socket'), resolve));
  }
}

const LINKS = {
  'link-up': '../secret.txt',
  'link-absolute': '{base}/secret.txt',
  'link-to-link': 'link-up',
  'folder-up': '..',
  'folder-top': '/',
  git: '.git',
  loop: 'loop',
  dangling: 'nowhere',
  zero: '/dev/zero',
  environment: '/proc/self/environ',
};
