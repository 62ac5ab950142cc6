import { isId, type RequestId } from './message.js';

/** The maximum number of bytes of a property to keep. A longer id is not reported. */
const MAX_MEMBER = 512;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [CURLY, CURLY_END, SQUARE, SQUARE_END] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Reads the id of a request from JSON that is too large to parse, in constant memory. */
export class RequestIdReader {
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #isObject = false;
  #hasMethod = false;
  #hasEnded = false;
  #id: unknown;
  /** The property that is being read, up to the end of its value. */
  #member: number[] = [];

  /** The id of the request; `undefined` for a batch, a response and truncated JSON. */
  get id(): RequestId | undefined {
    return this.#hasEnded && this.#hasMethod && isId(this.#id) ? this.#id : undefined;
  }

  add(bytes: Uint8Array): this {
    for (let at = 0; at < bytes.length; at += 1) this.#take(bytes[at] ?? 0);
    return this;
  }

  #take(byte: number): void {
    if (this.#isInString) return this.#takeOfString(byte);
    if (byte === QUOTE) this.#isInString = true;
    else if (byte === CURLY || byte === SQUARE) return this.#open(byte);
    else if (byte === CURLY_END || byte === SQUARE_END) return this.#close();
    else if (byte === COMMA && this.#depth === 1) return this.#finish();
    this.#keep(byte);
  }

  #takeOfString(byte: number): void {
    this.#keep(byte);
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isInString = false;
  }

  #open(byte: number): void {
    if (this.#depth === 0) this.#isObject = byte === CURLY;
    else this.#keep(byte);
    this.#depth += 1;
  }

  #close(): void {
    this.#depth -= 1;
    if (this.#depth > 0) return;
    this.#finish();
    this.#hasEnded = true;
  }

  #keep(byte: number): void {
    if (this.#depth === 1 && this.#member.length < MAX_MEMBER) this.#member.push(byte);
  }

  #finish(): void {
    const member = Buffer.from(this.#member).toString();
    this.#member = [];
    if (!this.#isObject) return;
    const [, name, value = ''] = MEMBER.exec(member) ?? [];
    if (name === 'method') this.#hasMethod = true;
    if (name === 'id') this.#id = parse(value);
  }
}

const MEMBER = /^\s*"(id|method)"\s*:\s*(.*?)\s*$/s;

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
