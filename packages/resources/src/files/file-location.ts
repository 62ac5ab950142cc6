import { isAbsolute, join } from 'node:path';
import type { Roots } from './roots.js';

/**
 * The paths that a URI or a relative path may mean, in the order of the roots. Does not access the file system.
 * @throws {Error} if the location is too long, or has parts that would change its path
 */
export function candidatePaths(location: string, { uris, maxUriLength }: Roots): string[] {
  if (location.length > maxUriLength) throw new Error(`It is longer than ${maxUriLength} characters`);
  if (location.split(/[\\/]/).includes('..')) throw new Error('It contains ".."');
  const isUri = uris.isUri(location);
  const path = isUri ? uris.pathOf(location) : location;
  if (path.includes('\0')) throw new Error('It contains a NUL');
  if (!isAbsolute(path)) return uris.roots.map(({ folder }) => join(folder, path));
  if (isUri || uris.showPaths) return [path];
  throw new Error('It is an absolute path');
}
