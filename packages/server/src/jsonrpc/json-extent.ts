/**
 * The extent of a JSON text, determined character by character; of a string within it, only its opening quote counts.
 */
export class JsonExtent {
  /** The number of values so far. Members with the same name count separately. */
  values = 1;
  /** The number of objects among them. */
  objects = 0;
  /** The current depth of objects and arrays. */
  depth = 0;
  #isBegun = false;

  add(character: number): void {
    if (isBlank(character)) return;
    const isEnd = character === CURLY_END || character === SQUARE_END;
    if (character === COMMA || (this.#isBegun && !isEnd)) this.values += 1; // All values but the first follow a comma.
    if (character === CURLY) this.objects += 1;
    this.#isBegun = character === CURLY || character === SQUARE;
    if (this.#isBegun) this.depth += 1;
    else if (isEnd) this.depth -= 1;
  }
}

/** The end of a string within JSON; the start itself if no string begins there. */
export function endOfText(json: string, begin: number): number {
  if (json.charCodeAt(begin) !== QUOTE) return begin;
  let at = begin + 1;
  while (at < json.length && json.charCodeAt(at) !== QUOTE) at += json.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [CURLY, CURLY_END, SQUARE, SQUARE_END] = [0x7b, 0x7d, 0x5b, 0x5d];

function isBlank(character: number): boolean {
  return character === 0x20 || (character >= 0x09 && character <= 0x0d);
}
