import type { LabelRecord } from '../record/label-record.js';
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

function placeOf(present: LabelRecord | undefined): string {
  if (present === undefined || present.version === null) return 'where the code declares it';
  return `on ${present.version}, since ${present.by} moved it`;
}

function expectedIn({ expect }: WantedMove): string {
  return expect === null ? 'where the code declares it' : `on ${expect}`;
}
