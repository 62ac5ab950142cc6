import type { LabelError, LabelErrorCode } from '@cuecard/labels';
import { ExitCode } from '../outcome/exit-code.js';
import { Problem } from '../outcome/problem.js';

interface Told {
  readonly code: string;
  readonly fix?: string;
  readonly exitCode?: ExitCode;
}

const TOLD: Readonly<Record<LabelErrorCode, Told>> = {
  mismatch: { code: 'label-elsewhere', fix: 'Look at its history, and decide anew' },
  protected: { code: 'label-protected', fix: 'Give --why, and --expect with the version where it is' },
  lacking: { code: 'version-lacking', fix: 'Deploy the version there first, or give --force' },
  behind: { code: 'store-behind', fix: 'Give back what the instances know: cuecard labels restore' },
  unreachable: { code: 'store-unreachable', fix: 'Start the store, or correct its address or user in the config' },
  'no-history': { code: 'history-missing', fix: 'Look at what there is: cuecard labels history' },
  invalid: { code: 'label-refused', exitCode: ExitCode.usage },
};

/** Why a label was not moved, in the words of a command. */
export function labelProblem(error: unknown): unknown {
  if (!isLabelError(error)) return error;
  const { fix, ...told } = TOLD[error.code];
  return new Problem({ ...told, summary: error.message, ...(fix !== undefined && { fix }), cause: error });
}

/** By its name: a project has a package of its own. */
function isLabelError(error: unknown): error is LabelError {
  const { name, code } = Object(error) as Partial<LabelError>;
  return name === 'LabelError' && code !== undefined && code in TOLD;
}
