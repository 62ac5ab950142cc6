import { once } from 'node:events';

/** Starts a server; returns its port. */
export async function listen(server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server.address().port;
}
