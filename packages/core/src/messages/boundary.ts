/** The source of a fence's boundary: random, or an HMAC of the text with a key. */
export type Boundary = 'random' | { readonly key: string };

/**
 * Returns a valid boundary unchanged.
 * @throws {TypeError} if the boundary is invalid
 */
export function checkedBoundary(given: Boundary): Boundary {
  const problem = problemOf(given);
  if (problem === undefined) return given;
  throw new TypeError(`untrusted: ${problem}. Give { key } with a secret string, or "random".`);
}

function problemOf(given: unknown): string | undefined {
  if (given === 'random') return undefined;
  if (typeof given !== 'object' || given === null)
    return `boundary is ${given === null ? 'null' : `a ${typeof given}`}`;
  const { key } = given as { readonly key?: unknown };
  if (typeof key !== 'string') return 'the key of boundary is not a string';
  return key === '' ? 'the key of boundary is empty' : undefined;
}

/** 80 bits, in hexadecimal, that do not occur in the text. */
export function boundaryFor(text: string, boundary: Boundary): string {
  for (let attempt = 0; ; attempt += 1) {
    const bits = boundary === 'random' ? randomBits() : keyedBits(`${attempt}\n${text}`, boundary.key);
    if (!text.includes(bits)) return bits;
  }
}

function randomBits(): string {
  const id = crypto.randomUUID();
  return id.slice(0, 8) + id.slice(24);
}

/** Without the key, these look random, and an attacker cannot search for a text that contains them. */
function keyedBits(text: string, key: string): string {
  // Not imported, so that core loads on platforms without the module. Web Crypto has no synchronous digest.
  const { createHmac } = process.getBuiltinModule('node:crypto');
  return createHmac('sha256', key).update(text).digest('hex').slice(0, 20);
}
