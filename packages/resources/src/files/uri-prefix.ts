// `{` would start a variable in a template, and encoded characters have a second spelling.
const PREFIX = /^[a-z][a-z\d+.-]+:\/(?:[\w.~!$&'()*+,;=:@-]*\/)*$/;

/**
 * The URI prefixes of some roots, in their order.
 * @throws {TypeError} if there is not one for each root, or a URI could have two of them
 */
export function uriPrefixes(as: string | readonly string[], roots: number): readonly string[] {
  const prefixes = typeof as === 'string' ? [as] : as;
  if (!Array.isArray(prefixes) || prefixes.length !== roots)
    throw mistake('`as` must have one URI prefix for each root', 'Give as many prefixes as roots, in the same order');
  for (const prefix of prefixes) checkPrefix(prefix);
  for (const [index, prefix] of prefixes.entries()) checkAmong(prefixes.slice(0, index), prefix);
  return prefixes;
}

function checkPrefix(prefix: unknown): void {
  if (typeof prefix === 'string' && PREFIX.test(prefix) && isNormal(`${prefix}x`)) return;
  const remedy = 'Write a scheme in lower case and end with a slash, as in policy:// or kb://policies/';
  throw mistake(`${JSON.stringify(prefix)} in \`as\` is not a URI prefix`, remedy);
}

/** Whether clients that parse a URI return it unchanged. */
function isNormal(uri: string): boolean {
  return URL.canParse(uri) && new URL(uri).href === uri;
}

function checkAmong(others: readonly string[], prefix: string): void {
  const other = others.find((each) => each.startsWith(prefix) || prefix.startsWith(each));
  if (other === undefined) return;
  const remedy = 'Give each root a prefix that no other prefix begins with';
  throw mistake(`A URI could begin with both ${other} and ${prefix} of \`as\``, remedy);
}

function mistake(problem: string, remedy: string): TypeError {
  return new TypeError(`FileResources: ${problem}. ${remedy}.`);
}
