import mime from 'mime';
import { headOfText } from './text.js';

// Tables of MIME types know files by their endings, and many endings have a second life in source code: `.ts` is a
// video there, `.rs` an XML of its own. So a type is believed only where it fits what was found in the file.
const TEXT = /^text\/(?!vnd\.)|[/+](json5?|sql|toml|yaml)$/;
const XML = /[/+]xml$/;

const HEAD = 4096;

/** How many bytes decide on a MIME type: a head, and one more that tells a file that is cut from one that ends there. */
export const BYTES_SNIFFED = HEAD + 1;

/** The MIME type of a file that begins with these bytes: the same for its first `BYTES_SNIFFED` as for all of them. */
export function mimeTypeOf(path: string, bytes: Buffer): string {
  const text = headOfText(bytes, HEAD);
  return text === undefined ? mimeTypeOfBinary(path) : mimeTypeOfText(path, text);
}

/** The MIME type of a file that holds this text; `text/plain` where its ending suggests something else. */
export function mimeTypeOfText(path: string, text: string): string {
  const type = mime.getType(path) ?? '';
  return TEXT.test(type) || (XML.test(type) && /^\s*</.test(text)) ? type : 'text/plain';
}

/** The MIME type of a file that holds no text; `application/octet-stream` where its ending suggests text. */
function mimeTypeOfBinary(path: string): string {
  const type = mime.getType(path) ?? '';
  return type === '' || TEXT.test(type) || XML.test(type) ? 'application/octet-stream' : type;
}
