import { readdir, rm } from 'node:fs/promises';

/** Removes the temporary folder of the run. Fails if a test has left anything in it. */
export default async function removeTemporaryFolder() {
  const folder = process.env['CUECARD_TEST_FOLDER'];
  if (folder === undefined) throw new Error('temporary-folder.js has created no temporary folder');
  const left = await readdir(folder);
  await rm(folder, { recursive: true, force: true });
  if (left.length > 0) throw new Error(`Tests left files in the temporary folder: ${left.join(', ')}`);
}
