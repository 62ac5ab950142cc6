import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { accessing } from '../outcome/accessing.js';
import { Problem } from '../outcome/problem.js';
import type { Files } from './templates.js';

/** Writes new files below a folder. @throws {Problem} if one of them is there already; then none is written */
export async function writeNew(root: string, files: Files): Promise<void> {
  const present = [...files.keys()].find((path) => existsSync(join(root, path)));
  if (present !== undefined)
    throw new Problem({
      code: 'file-exists',
      summary: `${present} is there already, and nothing was written`,
      fix: 'Choose another name, or remove the file',
    });
  for (const [path, text] of files) {
    await accessing(path, async () => {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text, { flag: 'wx' });
    });
  }
}
