/** What a NATS server sends, without the entries of buckets that it sends by itself. */
export function withoutEntries(): (chunk: Buffer) => Buffer {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const frames: Buffer[] = [];
    for (let length = lengthOfFirst(rest); length !== undefined; length = lengthOfFirst(rest)) {
      frames.push(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
    return Buffer.concat(frames.filter((frame) => !/^H?MSG \$KV\./.test(frame.toString('latin1', 0, 10))));
  };
}

/** A line; of a message also as many bytes as its last number says, and the end of their line. */
function lengthOfFirst(bytes: Buffer): number | undefined {
  const end = bytes.indexOf('\r\n');
  if (end === -1) return undefined;
  const line = bytes.toString('latin1', 0, end);
  const length = end + 2 + (/^H?MSG /.test(line) ? Number(line.split(' ').at(-1)) + 2 : 0);
  return bytes.length < length ? undefined : length;
}
