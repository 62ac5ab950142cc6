import mime from 'mime';
import { headOfText } from './text.js';

// Tables of MIME types go by file endings, many of which have another meaning in source code: `.ts` is a video there,
// `.rs` an XML dialect. So a type counts only if it fits the contents.
const TEXT = /^text\/(?!vnd\.)|[/+](json5?|sql|toml|yaml)$/;
const XML = /[/+]xml$/;

const HEAD = 4096;

/**
 * The number of bytes that determine a MIME type: a head, and one more byte, which shows whether the file ends there.
 */
export const BYTES_SNIFFED = HEAD + 1;

/** The MIME type of a file that starts with these bytes. The first `BYTES_SNIFFED` give the same as all of them. */
export function mimeTypeOf(path: string, bytes: Buffer): string {
  const text = headOfText(bytes, HEAD);
  return text === undefined ? mimeTypeOfBinary(path) : mimeTypeOfText(path, text);
}

/** The MIME type of a text file; `text/plain` if its ending suggests another kind of file. */
export function mimeTypeOfText(path: string, text: string): string {
  const type = mime.getType(path) ?? '';
  return TEXT.test(type) || (XML.test(type) && /^\s*</.test(text)) ? type : 'text/plain';
}

/** The MIME type of a binary file; `application/octet-stream` if its ending suggests text. */
function mimeTypeOfBinary(path: string): string {
  const type = mime.getType(path) ?? '';
  return type === '' || TEXT.test(type) || XML.test(type) ? 'application/octet-stream' : type;
}
