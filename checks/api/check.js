import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import { entriesOf, modulePaths, packageFolders } from '../../build/packages.js';
import { readManifest, run } from '../lib.js';

// Compares the API of every published package with the `api.md` that is committed beside it.

export const title = 'API reports';
export const seconds = 10;
export const hasParts = true;

const TEXT = /```ts\n\n([^]*?)\n*```/;
/** Says the same of every declaration. */
const NOISE = /^ *\/\/ (@public|\(undocumented|\(No @packageDocumentation).*\n/gm;

const SILENT = { default: { logLevel: ExtractorLogLevel.None } };

/** @param {import('../lib.js').Rig} rig */
export async function faults(rig) {
  const found = [];
  for (const folder of await packageFolders()) {
    const { name, private: isPrivate, exports } = await readManifest(folder);
    const isImported = Object.keys(Object(exports)).length > 0;
    if (isPrivate !== true && isImported && rig.parts([{ title: name }]).length > 0)
      found.push(
        ...(await rig.try(name, async () => faultsOf(folder, await rig.scratch(basename(folder)), rig.isUpdate))),
      );
  }
  return found;
}

/**
 * @param {string} folder
 * @param {string} scratch
 * @param {boolean} isUpdate
 */
async function faultsOf(folder, scratch, isUpdate) {
  const committed = join(folder, 'api.md');
  const current = join(scratch, 'api.md');
  await writeFile(current, await apiReport(folder, scratch));
  if (isUpdate) await writeFile(committed, await readFile(current));
  const { code, output } = await run('git', ['diff', '--no-index', '--no-color', '-U1', '--', committed, current]);
  const remedy = 'Run `npx -y pnpm@10 checks api --update`, read the change of api.md, and add a changeset.';
  return code === 0 ? [] : [`The API has changed. ${remedy}\n${output.split('\n').slice(4, 44).join('\n')}`];
}

/**
 * The declarations that users of a package can import, with those that they refer to.
 * @param {string} folder of the package, which is built
 * @param {string} scratch an empty folder for what API Extractor writes
 * @returns {Promise<string>}
 * @throws {Error} if API Extractor cannot read the declarations
 */
async function apiReport(folder, scratch) {
  const { name, exports } = await readManifest(folder);
  const entries = await entriesOf(folder);
  const paths = modulePaths(/** @type {object} */ (exports));
  const sections = [];
  for (const [index, { source }] of entries.entries()) {
    const types = source.replace(join(folder, 'src'), join(folder, 'build')).replace(/\.ts$/, '.d.ts');
    const declarations = await declarationsOf(folder, types, scratch);
    sections.push(`## ${join(name, String(paths[index]))}\n\n\`\`\`ts\n${declarations}\n\`\`\``);
  }
  const note =
    '`npx -y pnpm@10 checks api --update` writes this file. Its changes are changes for users: they need a changeset.';
  return `# The API of ${name}\n\n${note}\n\n${sections.join('\n\n')}\n`;
}

/**
 * @param {string} folder
 * @param {string} types
 * @param {string} scratch
 */
async function declarationsOf(folder, types, scratch) {
  await mkdir(scratch, { recursive: true });
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: types,
      compiler: { tsconfigFilePath: join(folder, 'tsconfig.json') },
      apiReport: {
        enabled: true,
        includeForgottenExports: true,
        reportFileName: 'report.api.md',
        reportFolder: scratch,
        reportTempFolder: join(scratch, 'temporary'),
      },
      messages: { extractorMessageReporting: SILENT, tsdocMessageReporting: SILENT, compilerMessageReporting: SILENT },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(folder, 'package.json'),
  });
  const { succeeded } = Extractor.invoke(config, { localBuild: true, messageCallback: silence });
  if (!succeeded) throw new Error(`API Extractor cannot read ${types}`);
  const report = await readFile(join(scratch, 'report.api.md'), 'utf8');
  const [, text = ''] = TEXT.exec(report.replaceAll('\r\n', '\n').replaceAll(NOISE, '')) ?? [];
  return text;
}

/**
 * Keeps API Extractor from printing a message.
 * @param {import('@microsoft/api-extractor').ExtractorMessage} message
 */
function silence(message) {
  message.handled = true;
}
