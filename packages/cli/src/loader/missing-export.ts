import type { Module, ModuleInstance } from './module.js';

/** A name that is imported and not exported. */
export class MissingExport extends SyntaxError {
  override readonly name = 'MissingExport';
  readonly exported: string;
  /** The file that does not export it. */
  readonly file: string;
  /** The file that imports it. */
  readonly importer: string;

  constructor(exported: string, file: string, importer: string) {
    super(`"${exported}" is imported, but not exported`);
    this.exported = exported;
    this.file = file;
    this.importer = importer;
  }
}

/**
 * Whether a name that a module does not export may be that of a type: importers may not say which names are.
 * @param current the instance of a module that importers see
 */
export function mayBeType(
  name: string,
  instance: ModuleInstance,
  current: (module: Module) => ModuleInstance | undefined,
  seen = new Set<ModuleInstance>(),
): boolean {
  if (name === 'default' || seen.has(instance)) return false;
  seen.add(instance);
  const { source, imports } = instance;
  if (declares(name, source) || UNKNOWN_STAR.test(source)) return true;
  if (!STAR.test(source)) return false;
  return [...imports.keys()].some((module) => {
    const imported = current(module);
    return imported === undefined || mayBeType(name, imported, current, seen);
  });
}

function declares(name: string, source: string): boolean {
  const declared = String.raw`\b(?:interface|type|namespace)\s+${name}\b`;
  const listed = String.raw`\bexport\b[^;]*\{[^}]*\b${name}\b[^}]*\}`;
  return new RegExp(`${declared}|${listed}`).test(source);
}

const STAR = /\bexport\s*\*/;
/** Of types, or of what is not a file of the project. */
const UNKNOWN_STAR = /\bexport\s+type\s*\*|\bexport\s*\*\s*from\s*['"][^.'"]/;
