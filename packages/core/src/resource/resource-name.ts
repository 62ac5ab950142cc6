// No regular expressions: one that is only anchored at the end takes quadratic time.

/** The last segment of a URI's path, as a display name. */
export function nameOf(uri: string): string {
  const [path = ''] = uri.split(/[?#]/, 1);
  const end = lengthWithout('/', path);
  const start = Math.max(path.lastIndexOf('/', end - 1), path.lastIndexOf(':', end - 1)) + 1;
  const last = path.slice(start, end);
  if (last === '') return uri;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** The length of a text without its trailing repetitions of a character. */
export function lengthWithout(character: string, text: string): number {
  let { length } = text;
  while (length > 0 && text[length - 1] === character) length -= 1;
  return length;
}
