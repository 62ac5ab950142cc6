import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives the run a temporary folder, which its tests and their processes find by `os.tmpdir()`. */
export default async function createTemporaryFolder() {
  process.env['TMPDIR'] = await mkdtemp(join(tmpdir(), 'cuecard-'));
}
