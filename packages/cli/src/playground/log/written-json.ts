/** What is kept of a value: its JSON, and how long that is. */
export interface WrittenJson {
  /** Missing if the value is too large to keep, or is not JSON. */
  readonly text?: string;
  readonly bytes?: number;
}

/** The largest value that is kept, in bytes of JSON. */
const MAX_BYTES = 256 * 1024;

/** Pages of lists are frozen, and answer many calls. */
const PAGES = new WeakMap<object, WrittenJson>();

/** A copy of a value as JSON. It keeps nothing else alive. */
export function writtenJson(value: unknown): WrittenJson {
  if (typeof value !== 'object' || value === null || !Object.isFrozen(value)) return write(value);
  const known = PAGES.get(value);
  if (known !== undefined) return known;
  const written = write(value);
  PAGES.set(value, written);
  return written;
}

function write(value: unknown): WrittenJson {
  const text = json(value);
  if (text === undefined) return {};
  const bytes = Buffer.byteLength(text);
  return bytes <= MAX_BYTES ? { text, bytes } : { bytes };
}

function json(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined; // Then its client gets no answer from it either.
  }
}
