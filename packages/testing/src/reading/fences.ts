/** A text between the markers of `untrusted` cannot contain one, because `untrusted` escapes it. */
const FENCED = /<untrusted-([0-9a-f]{20}) note="[^"]*">([^]*?)<\/untrusted-\1>/g;

/** What a text has outside the fences of `untrusted`. */
export function outsideFences(text: string): string {
  return text.replace(FENCED, ' ');
}

/** What a text has inside the fences of `untrusted`, each fence apart. */
export function insideFences(text: string): readonly string[] {
  return [...text.matchAll(FENCED)].map(([, , inside = '']) => inside);
}
