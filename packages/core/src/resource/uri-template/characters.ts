// Characters of ASCII, as URIs consist of them.

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** What a value consists of: everything else is percent-encoded. */
export const UNRESERVED: ReadonlySet<string> = new Set(`${LETTERS}${LETTERS.toUpperCase()}0123456789-._~%`);

/** What a value consists of where reserved characters stand for themselves. */
export const RESERVED: ReadonlySet<string> = new Set([...UNRESERVED, ...":/?#[]@!$&'()*+,;="]);

/** Whether all characters of a text are among these. */
export function consistsOf(text: string, characters: ReadonlySet<string>): boolean {
  for (let at = 0; at < text.length; at += 1) if (!characters.has(text.charAt(at))) return false;
  return true;
}

/** A character that is in both sets. */
export function commonTo(one: ReadonlySet<string>, other: ReadonlySet<string>): string | undefined {
  for (const character of one) if (other.has(character)) return character;
  return undefined;
}
