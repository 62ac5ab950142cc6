/** Parses JSON; returns `undefined` if it is invalid or nested more than `maxDepth` levels. */
export function parseJson(text: string, maxDepth: number): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return text.length > 2 * maxDepth && isTooDeep(value, maxDepth) ? undefined : value;
  } catch {
    return undefined;
  }
}

function isTooDeep(value: unknown, maxDepth: number): boolean {
  let level = [value].filter(isObject);
  for (let depth = 0; depth < maxDepth; depth += 1) {
    if (level.length === 0) return false;
    level = level.flatMap((each) => Object.values(each).filter(isObject));
  }
  return level.length > 0;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
