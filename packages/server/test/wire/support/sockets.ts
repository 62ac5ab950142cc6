import { connect } from 'node:net';

/** The parsed response of a server. */
export interface RawAnswer {
  /** The status line. */
  readonly status: string;
  /** The lines of the head, without the date. */
  readonly head: readonly string[];
  readonly body: string;
}

/** The interim response to `Expect: 100-continue`. */
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';

/** The timeout of a silent server, in milliseconds. */
const QUIET_MS = 20_000;

/** Sends bytes over a separate connection, piece by piece. Resolves to the first response, if there is one. */
export function exchange(url: string, pieces: readonly Buffer[]): Promise<RawAnswer | undefined> {
  const { port, hostname } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const isHead = pieces[0]?.indexOf('HEAD ') === 0; // The response has no body, regardless of its length.
    let received = Buffer.alloc(0);
    const end = () => {
      resolve(answerIn(received, true));
      socket.destroy();
    };
    socket.setTimeout(QUIET_MS, () => socket.destroy(new Error('The server does not respond')));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (answerIn(received, isHead) !== undefined) end();
    });
    socket.on('end', end);
    socket.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? end() : reject(error)));
    void write();
    async function write(): Promise<void> {
      for (const piece of pieces) {
        socket.write(piece);
        if (pieces.length > 1) await new Promise((next) => setTimeout(next, 2));
      }
    }
  });
}

function answerIn(bytes: Buffer, isAll: boolean): RawAnswer | undefined {
  const start = bytes.indexOf(CONTINUE) === 0 ? CONTINUE.length : 0;
  const at = bytes.indexOf('\r\n\r\n', start);
  if (at === -1) return undefined;
  const [status = '', ...lines] = bytes.toString('latin1', start, at).split('\r\n');
  const head = lines.filter((line) => !line.startsWith('Date: '));
  const body = bodyIn(bytes.subarray(at + 4), head, isAll);
  return body === undefined ? undefined : { status, head, body };
}

function bodyIn(rest: Buffer, head: readonly string[], isAll: boolean): string | undefined {
  if (isAll && rest.length === 0) return ''; // A response to HEAD has no body, regardless of its length.
  const length = head.find((line) => /^content-length:/i.test(line))?.replace(/^[^:]*:/, '');
  if (length !== undefined) return rest.length >= Number(length) ? rest.toString('utf8', 0, Number(length)) : undefined;
  if (head.some((line) => /^transfer-encoding: chunked$/i.test(line))) return unchunked(rest);
  return isAll ? rest.toString() : undefined;
}

function unchunked(bytes: Buffer): string | undefined {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const end = bytes.indexOf('\r\n', at);
    if (end === -1) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, end), 16);
    if (bytes.length < end + 2 + size + 2) return undefined;
    if (size === 0) return Buffer.concat(parts).toString();
    parts.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}
