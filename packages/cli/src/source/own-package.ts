import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The package that a folder belongs to. */
export interface OwnPackage {
  readonly name: string;
  /** The folder of its package.json. */
  readonly folder: string;
}

/** The nearest package of a folder. */
export function packageOf(folder: string): OwnPackage | undefined {
  const file = join(folder, 'package.json');
  const { name } = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { readonly name?: string }) : {};
  if (name !== undefined) return { name, folder };
  const parent = dirname(folder);
  return parent === folder ? undefined : packageOf(parent);
}
