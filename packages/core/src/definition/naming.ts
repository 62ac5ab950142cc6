/**
 * Returns the default name of a class: `CodeReviewPrompt` becomes `code_review`.
 * @param ending the suffix of class names to remove, such as `Prompt`
 */
export function defaultName(className: string, ending: string): string {
  const isEnding = className.endsWith(ending) && className.length > ending.length;
  const stem = isEnding ? className.slice(0, -ending.length) : className;
  return stem
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
}

// Over HTTP, the header `Mcp-Name` also contains the name (protocol revision 2026-07-28, basic/transports). A name
// therefore has only characters that need no encoding in a header. The maximum length is the one that the specification
// sets for tool names.
const NAME = /^[A-Za-z0-9_.-]{1,128}$/;
const PATH = /^[A-Za-z0-9_.\-/]{1,128}$/;

/** @param kind the kind, whose `hasPaths` decides whether names may contain a slash */
export function isName(name: unknown, { hasPaths = false }: { readonly hasPaths?: boolean } = {}): name is string {
  return typeof name === 'string' && (hasPaths ? PATH : NAME).test(name);
}

export function describeNames({ hasPaths = false }: { readonly hasPaths?: boolean }): string {
  return `1 to 128 letters, digits, ${hasPaths ? '"_", "-", "." or "/"' : '"_", "-" or "."'}`;
}

/**
 * Returns the name that clients show if they turn names into commands. Such clients cannot distinguish names for which
 * this function returns the same string.
 */
export function nameInClients(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_');
}
