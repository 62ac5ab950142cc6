/** Deeper nesting is refused: reading and validating it could overflow the stack. */
export const MAX_LEVELS = 500;

/** Parses JSON; returns `undefined` if it is invalid or nested too deeply. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return text.length > 2 * MAX_LEVELS && isTooDeep(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

function isTooDeep(value: unknown): boolean {
  let level = [value].filter(isObject);
  for (let depth = 0; depth < MAX_LEVELS; depth += 1) {
    if (level.length === 0) return false;
    level = level.flatMap((each) => Object.values(each).filter(isObject));
  }
  return level.length > 0;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
