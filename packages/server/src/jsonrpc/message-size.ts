/** The memory of a parsed value beyond its characters, for example in a large object. */
const VALUE_BYTES = 64;

/** The additional memory of an object. An object with unique property names takes its own hidden class or table. */
const OBJECT_BYTES = 128;

/** The memory of an open stream, even if it waits for a user. */
export const STREAM_BYTES = 16_384;

/** The memory of a subscription to a resource. Two pending notifications may contain its URI. */
export function subscriptionBytes(uri: string): number {
  return 4_096 + 4 * uri.length;
}

/** Returns the memory of parsed JSON of this extent, in bytes, without its characters. */
export function weightOfExtent({ values, objects }: Pick<JsonExtent, 'values' | 'objects'>): number {
  return values * VALUE_BYTES + objects * OBJECT_BYTES;
}

/**
 * Returns the memory of a parsed message, in bytes. Works for any depth, because it runs before the depth is checked.
 * @param characterBytes the size of a character of strings and names; 0 if they are counted elsewhere
 */
export function weightOf(message: unknown, characterBytes: 0 | 2): number {
  let weight = 0;
  const open = [message];
  while (open.length > 0) {
    const value = open.pop();
    weight += VALUE_BYTES;
    if (typeof value === 'string') weight += value.length * characterBytes;
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) for (let at = 0; at < value.length; at += 1) open.push(value[at]);
    else weight += OBJECT_BYTES + addMembers(value as Readonly<Record<string, unknown>>, open) * characterBytes;
  }
  return weight;
}

/** Adds the values of an object; returns the number of characters in its names. */
function addMembers(value: Readonly<Record<string, unknown>>, open: unknown[]): number {
  let characters = 0;
  for (const name in value) {
    open.push(value[name]);
    characters += name.length;
  }
  return characters;
}

/** Determines the extent of JSON character by character. In a string, it counts only the opening quote. */
export class JsonExtent {
  /** The number of values so far. Duplicate names count separately. */
  values = 1;
  /** The number of objects among the values. */
  objects = 0;
  /** The current depth of objects and arrays. */
  depth = 0;
  #hasBegun = false;

  add(character: number): void {
    if (isBlank(character)) return;
    const isEnd = character === CURLY_END || character === SQUARE_END;
    // Counts commas, because all values except the first follow a comma.
    if (character === COMMA || (this.#hasBegun && !isEnd)) this.values += 1;
    if (character === CURLY) this.objects += 1;
    this.#hasBegun = character === CURLY || character === SQUARE;
    if (this.#hasBegun) this.depth += 1;
    else if (isEnd) this.depth -= 1;
  }
}

interface ExtentLimits {
  readonly maxValues: number;
  readonly maxDepth: number;
}

/** Returns the extent of JSON, or `undefined` if it exceeds the limits. */
export function extentOf(text: string, { maxValues, maxDepth }: ExtentLimits): JsonExtent | undefined {
  const extent = new JsonExtent();
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    extent.add(character);
    if (extent.values > maxValues || extent.depth > maxDepth) return undefined;
    if (character === QUOTE) at = endOfString(text, at);
  }
  return extent;
}

/** The end of a string within JSON. */
function endOfString(json: string, begin: number): number {
  let end = json.indexOf('"', begin + 1);
  while (end !== -1 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end === -1 ? json.length : end;
}

/** Whether an odd number of backslashes precedes a quote. */
function isEscaped(json: string, quote: number): boolean {
  let before = quote - 1;
  while (json.charCodeAt(before) === BACKSLASH) before -= 1;
  return (quote - before) % 2 === 0;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [CURLY, CURLY_END, SQUARE, SQUARE_END] = [0x7b, 0x7d, 0x5b, 0x5d];

function isBlank(character: number): boolean {
  return character === 0x20 || (character >= 0x09 && character <= 0x0d);
}
