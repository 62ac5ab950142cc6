import { once } from 'node:events';

/** Has a server listen, and says on which port. */
export async function listening(server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server.address().port;
}
