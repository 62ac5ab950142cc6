/** Answers web-standard requests, as the handlers of both adapters do. */
interface Handler {
  fetch(request: Request): Promise<Response>;
}

/** The address in requests that never leave the process. */
export const URL_IN_MEMORY = new URL('http://localhost/mcp');

/** The server behind a client, for those who look at it. */
export const SERVER = { name: 'in-memory', version: '1.0.0' };

/** A `fetch` that asks a handler. */
export function fetchFrom(handler: Handler): (url: string | URL, init?: RequestInit) => Promise<Response> {
  return (url, init) => handler.fetch(new Request(url, init));
}
