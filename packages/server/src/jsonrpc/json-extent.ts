/** The extent of a JSON text, determined character by character; of a string within it, only its opening quote counts. */
export class JsonExtent {
  /** The number of values so far. Members with the same name count separately. */
  values = 1;
  /** The number of objects among them. */
  objects = 0;
  /** The current depth of objects and arrays. */
  depth = 0;
  #hasBegun = false;

  add(character: number): void {
    if (isBlank(character)) return;
    const isEnd = character === CURLY_END || character === SQUARE_END;
    if (character === COMMA || (this.#hasBegun && !isEnd)) this.values += 1; // All values but the first follow a comma.
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

/** The extent of JSON; nothing if it exceeds the limits. */
export function extentOf(text: string, { maxValues, maxDepth }: ExtentLimits): JsonExtent | undefined {
  const extent = new JsonExtent();
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    extent.add(character);
    if (extent.values > maxValues || extent.depth > maxDepth) return undefined;
    if (character === QUOTE) at = endOfText(text, at);
  }
  return extent;
}

/** The end of a string within JSON. */
function endOfText(json: string, begin: number): number {
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
