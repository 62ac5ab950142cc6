import { type Untrusted, untrusted } from '@cuecard/core';

/** What others wrote, as data; with the characters in sight that would hide something in it. */
export function foreign(content: string): Untrusted {
  return untrusted(content.replace(/\n$/, ''), { maxLength: 250_000, invisible: 'show' });
}
