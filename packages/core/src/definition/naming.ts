/**
 * The name a class has if its decorator gives none: `CodeReviewPrompt` is `code_review`.
 * @param ending what names leave out at the end of class names, such as `Prompt`
 */
export function nameOfClass(className: string, ending: string): string {
  const isEnding = className.endsWith(ending) && className.length > ending.length;
  const stem = isEnding ? className.slice(0, -ending.length) : className;
  return stem
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
}

// Over HTTP a name also travels in the `Mcp-Name` header (2026-07-28, basic/transports), so it keeps to characters that
// need no wrapping there; the length is the one the specification has for tools.
const NAME = /^[A-Za-z0-9_.\-/]{1,128}$/;

export function isName(name: unknown): name is string {
  return typeof name === 'string' && NAME.test(name);
}

/** What is left of a name in clients that make commands of names: those that share it cannot be told apart there. */
export function nameInClients(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_');
}
