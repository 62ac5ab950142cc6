import type { LabelRecord } from '../record/label-record.js';

/** Why a label was not moved. */
export type LabelErrorCode = 'mismatch' | 'protected' | 'lacking' | 'behind' | 'unreachable' | 'no-history' | 'invalid';

interface LabelErrorDetails {
  readonly present?: LabelRecord | undefined;
  readonly instances?: readonly string[];
  readonly cause?: unknown;
}

/** A label that was not moved, and why. Nothing has changed. */
export class LabelError extends Error {
  override readonly name = 'LabelError';
  readonly code: LabelErrorCode;
  /** Where the label is, for `mismatch`, if the store knows it. */
  readonly present: LabelRecord | undefined;
  /** The instances that do not have the version, for `lacking`. */
  readonly instances: readonly string[];

  constructor(code: LabelErrorCode, message: string, { present, instances = [], cause }: LabelErrorDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.present = present;
    this.instances = instances;
  }
}
