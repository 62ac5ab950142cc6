import { stripVTControlCharacters } from 'node:util';

/**
 * Makes a string that a server, a file or a project wrote safe for a terminal: without escape sequences, and without
 * control characters apart from line breaks and tabs.
 */
export function plain(foreign: string): string {
  return stripVTControlCharacters(foreign).replaceAll(/(?!\r\n|[\n\t])\p{Cc}/gu, '');
}

/** The same on one line, such as for a name: also without characters that change the direction of what follows. */
export function plainLine(foreign: string): string {
  return stripVTControlCharacters(foreign)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\p{Bidi_Control}/gu, '');
}
