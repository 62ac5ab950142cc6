import type { LabelMove, LabelRecord } from '../record/label-record.js';
import type { LabelRefusal } from '../record/label-write.js';
import { LabelError } from './label-error.js';
import type { WantedMove } from './move-options.js';

/** A refusal of the store, in words. */
export function refusalError(refusal: LabelRefusal, write: WantedMove, store: string): LabelError {
  const { label, name, version } = write;
  const subject = `The label "${label}" of "${name}"`;
  if (refusal.refused === 'mismatch') {
    const { present } = refusal;
    return new LabelError(
      'mismatch',
      `${subject} is ${placeOf(present)}, and not ${expectedIn(write)}. Nothing was moved`,
      { present },
    );
  }
  if (refusal.refused === 'lacking') {
    const { instances } = refusal;
    const who = `${instances.join(', ')} ${instances.length === 1 ? 'does' : 'do'} not have ${name}@${version}`;
    return new LabelError('lacking', `${subject} was not moved: ${who}. Deploy it there first, or force the move`, {
      instances,
    });
  }
  if (refusal.refused === 'protected')
    return new LabelError(
      'protected',
      `${subject} is protected: say why, and which version it has to be on: { why, expect }`,
    );
  return new LabelError('behind', `${store} has lost moves of labels. Nothing is moved until they are restored`);
}

/** Whether a move is what was wanted, and not an earlier one with the same operation. Stores round percentages. */
export function isSame(move: LabelMove, { version, percent }: WantedMove): boolean {
  const isShare = percent === undefined || Math.abs((move.percent ?? -1) - (percent ?? -1)) < 1e-6;
  return move.version === version && isShare;
}

/** An operation that was another move. */
export function repetitionError({ label, name, version, operation }: LabelMove): LabelError {
  const place = version === null ? 'where the code declares it' : `to ${version}`;
  const message = `The operation "${operation}" has moved the label "${label}" of "${name}" ${place}: give another move one of its own`;
  return new LabelError('invalid', message);
}

function placeOf(present: LabelRecord | undefined): string {
  if (present === undefined || present.version === null) return 'where the code declares it';
  return `on ${present.version}, since ${present.by} moved it`;
}

function expectedIn({ expect }: WantedMove): string {
  return expect === null ? 'where the code declares it' : `on ${expect}`;
}
