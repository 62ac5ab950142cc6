// Excludes `{`, which starts a variable in a template, and `%`, because the same encoded character can be spelled in
// two ways.
const URI_PREFIX = /^[a-z][a-z\d+.-]+:\/(?:[\w.~!$&'()*+,;=:@-]*\/)*$/;

/**
 * Returns the URI prefixes in the order of the roots.
 * @throws {TypeError} if a root has no prefix, or a URI could match two prefixes
 */
export function uriPrefixes(as: string | readonly string[], roots: number): readonly string[] {
  const prefixes = typeof as === 'string' ? [as] : as;
  if (!Array.isArray(prefixes) || prefixes.length !== roots)
    throw prefixError(
      '`as` must have one URI prefix for each root',
      'Pass the prefixes in the same order as the roots',
    );
  for (const prefix of prefixes) checkPrefix(prefix);
  for (const [index, prefix] of prefixes.entries()) checkDistinct(prefixes.slice(0, index), prefix);
  return prefixes;
}

function checkPrefix(prefix: unknown): void {
  if (typeof prefix === 'string' && URI_PREFIX.test(prefix) && isNormalized(`${prefix}x`)) return;
  const remedy = 'Write the scheme in lower case and end with a slash, such as policy:// or kb://policies/';
  throw prefixError(`${JSON.stringify(prefix)} in \`as\` is not a URI prefix`, remedy);
}

/** Whether clients that parse a URI keep it unchanged. */
function isNormalized(uri: string): boolean {
  return URL.canParse(uri) && new URL(uri).href === uri;
}

function checkDistinct(others: readonly string[], prefix: string): void {
  const conflict = others.find((other) => other.startsWith(prefix) || prefix.startsWith(other));
  if (conflict === undefined) return;
  const remedy = 'Use prefixes that do not start with one another';
  throw prefixError(`the prefixes ${conflict} and ${prefix} in \`as\` overlap`, remedy);
}

function prefixError(problem: string, remedy: string): TypeError {
  return new TypeError(`FileResources: ${problem}. ${remedy}.`);
}
