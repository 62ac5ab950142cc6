import { basename, join, relative } from 'node:path';
import { Application, ReflectionKind } from 'typedoc';
import { readManifest } from '../checks/lib.js';
import { modulePaths, packageFolders } from '../build/packages.js';
import { declarationText } from './declaration-text.js';
import { ROOT } from './sources.js';

// The API reference: a page for each entry of a package, from the declarations that the compiler has written.

/** @typedef {import('typedoc').DeclarationReflection} Declaration */
/** @typedef {{ readonly name: string, readonly page: string, readonly introduction: string, readonly types: string }} Entry */
/** @typedef {{ readonly title: string, readonly path: string, readonly text: string }} ReferencePage */

/** The sections of a page. */
const SECTIONS = /** @type {const} */ ([
  ['Functions and decorators', ReflectionKind.Function],
  ['Classes', ReflectionKind.Class],
  ['Interfaces', ReflectionKind.Interface],
  ['Types', ReflectionKind.TypeAlias],
  ['Constants', ReflectionKind.Variable],
]);
/** Exports for the other packages. */
const INTERNAL = './internal';

/**
 * Returns a page for each entry, and the address of each exported name.
 * @returns {Promise<{ pages: readonly ReferencePage[], symbols: Readonly<Record<string, string>> }>}
 */
export async function reference() {
  const entries = (await Promise.all((await packageFolders()).map(entriesOf))).flat();
  const modules = await modulesOf(entries.map(({ types }) => types));
  /** @type {Record<string, string>} */
  const symbols = {};
  const pages = entries.map((entry) => {
    const exported = modules.get(entry.types) ?? [];
    for (const { name } of exported) symbols[name] ??= `api/${entry.page}#${name}`;
    return { title: entry.name, path: `api/${entry.page}.md`, text: entryText(entry, exported) };
  });
  return { pages, symbols };
}

/**
 * @param {string} folder
 * @returns {Promise<readonly Entry[]>}
 */
async function entriesOf(folder) {
  const { name, description, exports } = await readManifest(folder);
  const conditions = Object(exports);
  const paths = modulePaths(conditions).filter((path) => path !== INTERNAL);
  return paths.map((path) => ({
    name: join(name, path),
    page: join(basename(folder), path).replace('/', '-'),
    introduction: `${description}. [What it is and how to install it](../packages/${basename(folder)}.md).`,
    types: relative(ROOT, join(folder, (conditions[path].import ?? conditions[path]).types)),
  }));
}

/**
 * Reads declaration files. Returns what each of them exports.
 * @param {readonly string[]} files
 * @returns {Promise<Map<string, readonly Declaration[]>>}
 * @throws {Error} if TypeDoc cannot read them
 */
async function modulesOf(files) {
  const application = await Application.bootstrap({
    entryPoints: files.map((file) => join(ROOT, file)),
    tsconfig: join(ROOT, 'site/tsconfig.json'),
    basePath: ROOT,
    displayBasePath: ROOT,
    alwaysCreateEntryPointModule: true,
    skipErrorChecking: true, // The compiler has checked them.
    excludePrivate: true,
    excludeExternals: true,
    excludeInternal: true,
    logLevel: 'Error',
    readme: 'none',
  });
  const project = await application.convert();
  if (project === undefined) throw new Error('TypeDoc cannot read the declarations');
  const modules = (project.children ?? []).map((module) => {
    const [{ fullFileName = '' } = {}] = module.sources ?? [];
    return /** @type {const} */ ([relative(ROOT, fullFileName), module.children ?? []]);
  });
  return new Map(modules);
}

/**
 * @param {Entry} entry
 * @param {readonly Declaration[]} exported
 */
function entryText({ name, introduction }, exported) {
  const sections = SECTIONS.map(([title, kind]) => {
    const found = exported.filter((declaration) => declaration.kind === kind);
    return found.length === 0 ? '' : `## ${title}\n\n${found.map(declarationText).join('')}`;
  });
  return `# API of ${name}\n\n${introduction}\n\n${sections.join('')}`;
}
