import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';

/** Has a server listen, and says on which port. */
export async function listening(server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server.address().port;
}

/** Gives each request an asynchronous context of its own, as what traces and what injects by request does. */
export function contextual(listener) {
  const contexts = new AsyncLocalStorage();
  return (request, response) => contexts.run({ url: request.url }, listener, request, response);
}
