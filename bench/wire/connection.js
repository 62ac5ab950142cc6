// A kept-alive connection to a server. Its user can send anything, such as halves of requests, and wait for anything.
import { once } from 'node:events';
import { connect } from 'node:net';

const NOTHING = Buffer.alloc(0);
const [BREAK, BLANK_LINE] = [Buffer.from('\r\n'), Buffer.from('\r\n\r\n')];

export class Connection {
  #socket;
  #received = NOTHING;
  #isClosed = false;
  #find = () => undefined;
  #found;

  /** @param localAddress the address of the client: on Linux any address in 127/8 is this machine */
  static async open(port, localAddress) {
    const connection = new Connection();
    connection.#socket = connect({ port, host: '127.0.0.1', noDelay: true, localAddress });
    connection.#socket.on('data', (chunk) => connection.#receive(chunk));
    connection.#socket.on('error', () => {}); // `close` follows.
    connection.#socket.on('close', () => connection.#close());
    await once(connection.#socket, 'connect');
    return connection;
  }

  /** Sends a request. Calls back with the response, or `undefined` if the server disconnects. */
  request(bytes, callback) {
    this.#socket.write(bytes);
    this.#waitFor(readResponse, callback);
  }

  write(bytes) {
    if (!this.#isClosed) this.#socket.write(bytes);
  }

  /** Waits for a response. If it is incomplete when the server disconnects, only its head is there, or `undefined`. */
  async response() {
    const response = await new Promise((resolve) => this.#waitFor(readResponse, resolve));
    return response ?? headOf(this.#received);
  }

  /** Whether this text arrives before the server disconnects; if not, returns what has arrived. */
  async receives(text) {
    const find = (bytes) => (bytes.includes(text) ? true : undefined);
    return (await new Promise((resolve) => this.#waitFor(find, resolve))) ?? this.#received.latin1Slice();
  }

  /** Waits until the server disconnects. */
  closed() {
    return new Promise((resolve) => this.#waitFor(() => undefined, resolve));
  }

  pause() {
    this.#socket.pause();
  }

  resume() {
    this.#socket.resume();
  }

  disconnect() {
    this.#found = undefined;
    this.#socket.destroy();
  }

  /** Ends by a reset, as if the client's machine had been switched off. */
  reset() {
    this.#socket.resetAndDestroy();
  }

  /** Calls back with what `find` returns for the received bytes, or with `undefined` at the end of the connection. */
  #waitFor(find, callback) {
    this.#find = find;
    this.#found = callback;
    if (this.#received.length > 0 || this.#isClosed) this.#look();
  }

  #look() {
    if (this.#found === undefined) return;
    const result = this.#find(this.#received);
    if (result === undefined && !this.#isClosed) return;
    if (result?.status !== undefined) this.#received = NOTHING;
    const found = this.#found;
    this.#found = undefined;
    found(result);
  }

  #receive(chunk) {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    this.#look();
  }

  #close() {
    this.#isClosed = true;
    this.#look();
  }
}

/** The first response in these bytes, or `undefined` while it is incomplete. */
function readResponse(bytes) {
  const end = bytes.indexOf(BLANK_LINE);
  if (end === -1) return undefined;
  const head = bytes.latin1Slice(0, end);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head);
  const start = end + BLANK_LINE.length;
  const body = length === null ? chunkedBody(bytes, start) : sizedBody(bytes, start, Number(length[1]));
  return body && { head, status: Number(head.slice(9, 12)), ...body };
}

function sizedBody(bytes, start, length) {
  return bytes.length < start + length ? undefined : { length, body: () => bytes.utf8Slice(start, start + length) };
}

function chunkedBody(bytes, start) {
  const parts = [];
  let at = start;
  for (;;) {
    const end = bytes.indexOf(BREAK, at);
    if (end === -1) return undefined;
    const size = Number.parseInt(bytes.latin1Slice(at, end), 16);
    at = end + BREAK.length + size + BREAK.length;
    if (bytes.length < at) return undefined;
    if (size === 0) break;
    parts.push(bytes.subarray(end + BREAK.length, at - BREAK.length));
  }
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return { length, body: () => Buffer.concat(parts).toString() };
}

function headOf(bytes) {
  const status = /^HTTP\/1\.1 (\d+)/.exec(bytes.latin1Slice(0, 20))?.[1];
  return status && { status: Number(status), head: bytes.latin1Slice(), body: () => '' };
}
