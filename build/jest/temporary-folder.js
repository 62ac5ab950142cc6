import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives the run a temporary folder, which its tests and their processes find by `os.tmpdir()` on every system. */
export default async function createTemporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'cuecard-'));
  Object.assign(process.env, { TMPDIR: folder, TEMP: folder, TMP: folder, CUECARD_TEST_FOLDER: folder });
}
