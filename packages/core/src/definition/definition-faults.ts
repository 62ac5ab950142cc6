import { type Defect, defect, type DefinitionFault, locate } from '../definition-error.js';
import type { PackageCopy } from '../metadata/metadata.js';
import { describeValue } from '../text/option-kinds.js';
import { OWN_FOLDER } from '../text/stack-frames.js';

// Faults that both compilation and registries report.

/** Returns the name of a listed class for faults. */
export function labelOf(type: unknown): string {
  return typeof type === 'function' && type.name !== '' ? type.name : describeValue(type);
}

/** The fault of a class or entry from another copy of this package. */
export function otherCopyFault(name: string, how: 'decorated' | 'made', { folder }: PackageCopy): DefinitionFault {
  const folders = folder && OWN_FOLDER && ` (${folder}) than the runtime (${OWN_FOLDER})`;
  const problem = `is ${how} by another copy of @cuecard/core${folders ?? ''}`;
  return { ...locate(name), ...defect('class-of-another-copy', problem, ONE_COPY) };
}

const ONE_COPY =
  'Install one copy, as a peer dependency of every package that exports packs. If the package is linked, install it as a copy (npm install --install-links, or file: with pnpm and Yarn), or link its @cuecard/core, class-validator and class-transformer to those of the service';

export function missingNameDefect(remedy: string): Defect {
  return defect('name-missing', 'has no name', remedy);
}

export function invalidVersionDefect(version: string): Defect {
  const problem = `has the version "${version}", which is not a semantic version`;
  return defect('version-invalid', problem, 'Set one, such as 1.2.0 or 2.0.0-beta.1');
}
