import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A module of a package: its folder, with the package's name. */
const MODULE = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/**
 * Returns the licences of the packages that a bundle contains, which ask to be kept with it.
 * @param {readonly (import('rolldown').OutputChunk | import('rolldown').OutputAsset)[]} files of the bundle
 */
export async function licencesOf(files) {
  const modules = files.flatMap((file) => ('moduleIds' in file ? file.moduleIds : []));
  const found = modules.flatMap((id) => {
    const [folder, name] = MODULE.exec(id) ?? [];
    return folder === undefined || name === undefined ? [] : [/** @type {const} */ ([name, folder])];
  });
  const licences = [...new Map(found)]
    .toSorted()
    .map(async ([name, folder]) => `${name}\n\n${await licenceIn(folder)}`);
  return (await Promise.all(licences)).join('\n\n');
}

/** @param {string} folder */
async function licenceIn(folder) {
  const file = (await readdir(folder)).find((name) => /^licen[cs]e/i.test(name));
  if (file === undefined) throw new Error(`${folder} has no licence, which a bundle of it must contain`);
  return readFile(join(folder, file), 'utf8');
}
