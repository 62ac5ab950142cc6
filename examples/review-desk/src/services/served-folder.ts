import { realpathSync, statSync } from 'node:fs';

/** The folder whose files and repository the desk works on. */
export class ServedFolder {
  /** Its real path. */
  readonly path: string;

  /** @throws {Error} when there is no such folder */
  constructor(path: string) {
    this.path = realpathSync(path);
    if (!statSync(this.path).isDirectory()) throw new TypeError(`${path} is no folder. Name the folder that holds it.`);
  }
}
