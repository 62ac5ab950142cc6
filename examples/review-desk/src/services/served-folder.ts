import { realpathSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** The folder whose files and repository the desk works on. */
export class ServedFolder {
  /** Its real path. */
  readonly path: string;

  /** @throws {Error} when there is no such folder */
  constructor(path: string) {
    this.path = realpathSync(path);
    if (!statSync(this.path).isDirectory()) throw new TypeError(`${path} is no folder. Name the folder that holds it.`);
  }

  /** The path of a file in the folder, from the folder's root, as people write it. */
  pathOf(uri: string): string {
    return decodeURIComponent(uri.slice(pathToFileURL(`${this.path}/`).href.length));
  }
}
