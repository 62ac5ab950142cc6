import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';

/** Starts a server; returns its port. */
export async function listen(server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server.address().port;
}

/** Runs each request in an asynchronous context of its own, as request tracing and request-scoped injection do. */
export function inContext(listener) {
  const contexts = new AsyncLocalStorage();
  return (request, response) => contexts.run({ url: request.url }, listener, request, response);
}
