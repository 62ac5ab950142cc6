import type { SubjectOptions } from '../source/subject.js';

export interface ManifestCommandOptions extends SubjectOptions {
  readonly out?: string;
  readonly check?: boolean;
}
