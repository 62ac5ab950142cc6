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
