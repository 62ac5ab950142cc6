/** How much a text of JSON holds, found out character by character; of a text within it only the quote that begins it. */
export class JsonExtent {
  /** How many values there are so far. Members of the same name count each by itself. */
  values = 1;
  /** How many objects and arrays have begun and not ended. */
  depth = 0;
  #isBegun = false;

  add(character: number): void {
    if (isBlank(character)) return;
    const isEnd = character === CURLY_END || character === SQUARE_END;
    if (character === COMMA || (this.#isBegun && !isEnd)) this.values += 1; // All but the first come after a comma.
    this.#isBegun = character === CURLY || character === SQUARE;
    if (this.#isBegun) this.depth += 1;
    else if (isEnd) this.depth -= 1;
  }
}

/** Where a text within JSON ends; where it does not begin there, that is the same place. */
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
