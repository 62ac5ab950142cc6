import { ValidateBy } from 'class-validator';

// Branches, tags and ids with steps such as ~2 or ^{commit}; no options, no ranges of other syntax, no paths.
const REVISION = /^[\p{L}\p{N}@_.][\p{L}\p{N}@_./+#~^{}-]{0,199}$/u;

/** The argument must look like one git revision; whether the repository has it shows when it is asked for. */
export function IsRevision(): PropertyDecorator {
  return ValidateBy({ name: 'isRevision', validator: { validate: isRevision, defaultMessage: () => MESSAGE } });
}

const MESSAGE = '$property must be a git revision, such as main, v1.2.0, HEAD~3 or a commit id';

export function isRevision(value: unknown): boolean {
  return typeof value === 'string' && REVISION.test(value);
}
