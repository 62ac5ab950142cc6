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
