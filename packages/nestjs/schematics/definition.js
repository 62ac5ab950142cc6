import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import * as schematics from '@nestjs/schematics';

// `nest generate -c @cuecard/nestjs prompt NAME` runs this file. It writes a class and its test where `nest generate service`
// would, and registers the class in the same module. It uses the functions of Nest's own schematics.

const { mergeSourceRoot, ModuleDeclarator, ModuleFinder, NameParser, normalizeToKebabOrSnakeCase } = schematics;

/** @typedef {import('@angular-devkit/schematics').Rule} Rule */
/** @typedef {import('@angular-devkit/schematics').Tree} Tree */

/**
 * @typedef Options
 * @property {string} name
 * @property {string} [path]
 * @property {string} [sourceRoot]
 * @property {boolean} [flat]
 * @property {boolean} [spec]
 * @property {string} [specFileSuffix]
 * @property {boolean} [skipImport]
 * @property {boolean} [format]
 */

/** @param {Options} options */
export const prompt = (options) => definition('prompt', options);

/** @param {Options} options */
export const resource = (options) => definition('resource', options);

/** @param {Options} options */
export const tool = (options) => definition('tool', options);

/**
 * @param {'prompt' | 'resource' | 'tool'} kind
 * @param {Options} options
 * @returns {Rule}
 */
function definition(kind, options) {
  return (tree, context) => {
    const { name, path } = locationOf(options, tree, context);
    const extension = isEsModule(tree) ? '.js' : '';
    const write = (/** @type {string} */ template, /** @type {string} */ suffix) =>
      tree.create(posix.join(path, `${name}.${kind}${suffix}.ts`), contentOf(kind, template, { name, extension }));
    write('class', '');
    if (options.spec !== false) write('spec', `.${options.specFileSuffix ?? 'spec'}`);
    if (options.skipImport !== true) register(tree, { name, path, type: kind });
    return options.format === true ? formatFiles() : tree;
  };
}

/**
 * Formats the files by Prettier. Nest 11 has no such option.
 * @returns {Rule}
 */
function formatFiles() {
  return 'formatFiles' in schematics ? schematics.formatFiles() : (tree) => tree;
}

/**
 * @param {Options} options
 * @param {Tree} tree
 * @param {import('@angular-devkit/schematics').SchematicContext} context
 */
function locationOf(options, tree, context) {
  const parsed = new NameParser().parse({
    name: options.name,
    ...(options.path !== undefined && { path: options.path }),
  });
  const name = normalizeToKebabOrSnakeCase(parsed.name);
  const folder = normalizeToKebabOrSnakeCase(parsed.path ?? '');
  const target = { ...options, path: options.flat === true ? folder : posix.join(folder, name) };
  mergeSourceRoot(target)(tree, context);
  return { name, path: target.path };
}

/**
 * @param {string} kind
 * @param {string} template
 * @param {{ name: string, extension: string }} names
 */
function contentOf(kind, template, { name, extension }) {
  const text = readFileSync(new URL(`files/${kind}/${template}.ts.txt`, import.meta.url), 'utf8');
  const names = {
    Sample: name.replaceAll(/(?:^|[-_])(\w)/g, (_, letter) => letter.toUpperCase()),
    sample: name,
    'sample:': `${name.replaceAll('_', '-')}:`, // The scheme of a URI has no underscore.
    '.EXTENSION': extension,
  };
  return text.replaceAll(/Sample|sample:?|\.EXTENSION/g, (found) => names[/** @type {keyof typeof names} */ (found)]);
}

/**
 * Adds the class to the providers of the nearest module, unless there is none.
 * @param {Tree} tree
 * @param {{ name: string, path: string, type: string }} declared
 */
function register(tree, { name, path, type }) {
  const at = /** @type {import('@angular-devkit/core').Path} */ (path);
  const module = new ModuleFinder(tree).find({ name, path: at });
  if (module === null || module === undefined) return; // Nest 11 and Nest 12
  const declaration = { name, path: at, type, module, metadata: 'providers', isEsm: isEsModule(tree) };
  tree.overwrite(module, new ModuleDeclarator().declare(String(tree.read(module)), declaration));
}

/** @param {Tree} tree */
function isEsModule(tree) {
  return JSON.parse(String(tree.read('package.json') ?? '{}')).type === 'module';
}
