import type { IncomingMessage } from 'node:http';

/** What frameworks leave on a request. */
interface Read extends IncomingMessage {
  /** What a body parser has made of the body. */
  readonly body?: unknown;
  /** The body as it came. */
  rawBody?: Buffer;
}

/** Says where the body of a request is that a framework has read: in `rawBody`, where the server looks for it. */
export function adoptBody(incoming: Read): void {
  const { body } = incoming;
  if (!incoming.readableDidRead || incoming.rawBody !== undefined || body === undefined) return;
  if (Buffer.isBuffer(body)) incoming.rawBody = body;
  else incoming.rawBody = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

/** A body that has been read before the server gets it. */
interface Body {
  readonly bytes: Buffer;
  /** What it holds; nothing where that is for the server to judge. */
  readonly message: unknown;
}

const handedOn = new WeakMap<object, Body>();

/** Hands the body of a request on to the server, which then does not parse it again. */
export function handOn(incoming: Read, body: Body): void {
  incoming.rawBody = body.bytes;
  handedOn.set(incoming, body);
}

/** The body that has been handed on with a request. */
export function bodyOf(incoming: IncomingMessage): Body | undefined {
  return handedOn.get(incoming);
}
