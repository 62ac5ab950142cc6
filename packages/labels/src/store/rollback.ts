import type { LabelMove } from '../record/label-record.js';
import { LabelError } from './label-error.js';
import type { Author, ForceOption, KindOption } from './move-options.js';

export interface RollbackOptions extends Author, KindOption, ForceOption {
  /**
   * The revision to which the label goes back.
   * @default the one before the last move
   */
  readonly to?: number;
  /**
   * Where the label has to be, as `name@version`; `null` if the store must not know it.
   * @default where its last move has put it
   */
  readonly expect?: string | null;
}

interface Rollback {
  readonly last: LabelMove;
  readonly target: Pick<LabelMove, 'version' | 'percent'>;
}

/**
 * The last move of a label, and where the label goes back to: for a repeated attempt, where it went.
 * @param moves newest first
 * @throws {LabelError} `no-history`
 */
export function rollbackIn(
  moves: readonly LabelMove[],
  { to, operation }: Pick<RollbackOptions, 'to' | 'operation'>,
  subject: string,
): Rollback {
  const [last] = moves;
  const before = last && { version: last.from, percent: last.fromPercent };
  const done = moves.find((move) => move.operation === operation);
  const target = done ?? (to === undefined ? before : moves.find(({ revision }) => revision === to));
  if (last !== undefined && target !== undefined) return { last, target };
  throw new LabelError(
    'no-history',
    `${subject} has no ${to === undefined ? 'move' : `revision ${to}`} in its history`,
  );
}
