// What comes back over a socket, taken apart as far as it takes to know whether it is what it should be.

const [LINE, BLANK] = [Buffer.from('\r\n'), Buffer.from('\r\n\r\n')];

/** The first answer in these bytes; nothing while it is not all there. */
export function readAnswer(bytes) {
  const end = bytes.indexOf(BLANK);
  if (end === -1) return undefined;
  const head = bytes.latin1Slice(0, end);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head);
  const from = end + BLANK.length;
  const body = length === null ? chunked(bytes, from) : sized(bytes, from, Number(length[1]));
  return body && { head, status: Number(head.slice(9, 12)), ...body };
}

function sized(bytes, from, length) {
  return bytes.length < from + length ? undefined : { length, body: () => bytes.utf8Slice(from, from + length) };
}

function chunked(bytes, from) {
  const parts = [];
  let at = from;
  let length = 0;
  for (;;) {
    const end = bytes.indexOf(LINE, at);
    if (end === -1) return undefined;
    const size = Number.parseInt(bytes.latin1Slice(at, end), 16);
    at = end + LINE.length + size + LINE.length;
    if (bytes.length < at) return undefined;
    if (size === 0) return { length, body: () => Buffer.concat(parts).toString() };
    parts.push(bytes.subarray(end + LINE.length, at - LINE.length));
    length += size;
  }
}
