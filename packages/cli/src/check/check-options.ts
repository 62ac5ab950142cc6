import type { SubjectOptions } from '../source/subject.js';

export interface CheckOptions extends SubjectOptions {
  readonly sarif?: boolean;
  readonly strict?: boolean;
  readonly budget?: string;
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
}
