/** A place in a text; both are counted from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

interface SyntaxProblemOptions {
  readonly file: string;
  readonly source: string;
  readonly message: string;
  readonly hint: string | undefined;
  readonly place: Position | undefined;
}

/** A file that cannot be compiled. */
export class SyntaxProblem extends SyntaxError {
  override readonly name = 'SyntaxProblem';
  readonly file: string;
  readonly source: string;
  readonly hint: string | undefined;
  readonly place: Position | undefined;

  constructor({ file, source, message, hint, place }: SyntaxProblemOptions) {
    super(message);
    this.file = file;
    this.source = source;
    this.hint = hint;
    this.place = place;
  }
}
