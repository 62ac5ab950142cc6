import { isInstance } from '../instance.js';
import { refusePromise } from '../pending.js';

interface JsonOptions {
  /** The maximum number of members: more are endless, or refer to one another many times. */
  readonly maxMembers: number;
  /** @default 0: a single line */
  readonly indent?: number;
}

/**
 * A value as JSON; `undefined` if JSON cannot represent it.
 * @throws {TypeError} for a promise, a bigint, a Map, a Set or a circular value
 * @throws {MemberLimitError} if there are more members than `maxMembers`
 */
export function jsonText(value: object, { maxMembers, indent = 0 }: JsonOptions): string | undefined {
  let members = 0;
  const replace = (name: string, member: unknown) => {
    members += 1;
    if (members + (Array.isArray(member) ? member.length : 0) > maxMembers) throw new MemberLimitError(maxMembers);
    // JSON would be `{}`, without a word.
    if (isInstance(Map, member) || isInstance(Set, member)) throw new TypeError('A Map or a Set is not JSON.');
    return refusePromise(name, member);
  };
  return JSON.stringify(value, replace, indent);
}

/** Thrown for a value that has too many members. */
export class MemberLimitError extends RangeError {
  constructor(maxMembers: number) {
    super(`The value has more than ${maxMembers} members as JSON. Give the part that is needed.`);
  }
}
