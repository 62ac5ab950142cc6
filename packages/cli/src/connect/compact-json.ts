/**
 * JSON as people write it: an object or an array that fits into a line stands on one.
 * @param width of a line, with its indentation
 */
export function compactJson(value: unknown, width: number): string {
  return linesOf('', value, width, 0);
}

/** @param name the key and the colon that stand before a value, on its line */
function linesOf(name: string, value: unknown, width: number, indent: number): string {
  const line = name + onOneLine(value);
  const isWhole = typeof value !== 'object' || value === null;
  if (isWhole || indent + line.length < width) return line; // A comma may follow.
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const members = Array.isArray(value)
    ? value.map((each) => linesOf('', each, width, indent + 2))
    : Object.entries(value).map(([key, each]) => linesOf(`${JSON.stringify(key)}: `, each, width, indent + 2));
  const spaces = ' '.repeat(indent);
  return `${name}${open}\n${members.map((text) => `${spaces}  ${text}`).join(',\n')}\n${spaces}${close}`;
}

function onOneLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  const members = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${onOneLine(each)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
