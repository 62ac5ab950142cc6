import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import { entriesOf } from '../../build/entries.js';
import { readManifest } from '../lib.js';

const TEXT = /```ts\n\n([^]*?)\n*```/;
/** Says the same of every declaration. */
const NOISE = /^ *\/\/ (@public|\(undocumented|\(No @packageDocumentation).*\n/gm;

const SILENT = { default: { logLevel: ExtractorLogLevel.None } };

/**
 * The declarations that users of a package can import, with those that they refer to.
 * @param {string} folder of the package, which is built
 * @param {string} scratch an empty folder for what API Extractor writes
 * @returns {Promise<string>}
 * @throws {Error} if API Extractor cannot read the declarations
 */
export async function apiReport(folder, scratch) {
  const { name, exports } = await readManifest(folder);
  const entries = await entriesOf(folder);
  const paths = Object.keys(/** @type {object} */ (exports));
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
