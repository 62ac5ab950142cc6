import type { SubjectOptions } from '../source/subject.js';

export interface DocsOptions extends SubjectOptions {
  readonly out?: string;
  readonly html?: boolean;
  readonly check?: boolean;
}
