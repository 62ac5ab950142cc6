import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nearestPath } from '../files.js';
import type { ProblemOptions } from '../outcome/problem.js';

const NOT_FOUND = /^Cannot find package '((?:@[^/']+\/)?[^/']+)[^']*' imported from (.+)$/m;

/** The problem of a package that another package needs and that is not installed, as Node reports it. */
export function missingPackage(error: unknown): ProblemOptions | undefined {
  const { code, message } = Object(error) as Partial<Record<'code' | 'message', unknown>>;
  const [, name, importer] = NOT_FOUND.exec(code === 'ERR_MODULE_NOT_FOUND' ? String(message) : '') ?? [];
  if (name === undefined || importer === undefined) return undefined;
  const dependent = packageOf(importer);
  if (dependent?.name === undefined) return undefined;
  const version = { ...dependent.dependencies, ...dependent.peerDependencies }[name];
  return {
    code: 'module-missing',
    summary: `${dependent.name} needs "${name}", which is not installed`,
    fix: `Install the package: npm install ${name}${version === undefined ? '' : `@"${version}"`}`,
    cause: error,
  };
}

interface PackageJson {
  readonly name?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** The package that a file belongs to. */
function packageOf(importer: string): PackageJson | undefined {
  const file = importer.startsWith('file:') ? fileURLToPath(importer) : importer;
  const path = nearestPath(dirname(file), 'package.json');
  return path === undefined ? undefined : (JSON.parse(readFileSync(path, 'utf8')) as PackageJson);
}
