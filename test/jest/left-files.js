import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';

/** Removes the temporary folder of the run. Fails if a test has left anything in it. */
export default async function removeTemporaryFolder() {
  const folder = tmpdir();
  const left = await readdir(folder);
  await rm(folder, { recursive: true, force: true });
  if (left.length > 0) throw new Error(`Tests left files in the temporary folder: ${left.join(', ')}`);
}
