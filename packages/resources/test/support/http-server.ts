import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestServer extends AsyncDisposable {
  /** The origin, such as `http://127.0.0.1:34567`. */
  readonly origin: string;
  readonly port: number;
  /** The requests so far, such as `GET /a`. */
  readonly requests: readonly string[];
  /** Returns the number of connections so far. */
  readonly connections: () => number;
}

/** A real server on a free local port. */
export async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) => response.end(),
): Promise<TestServer> {
  const requests: string[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    requests,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns the error of a call: the message for the client, and the cause for the author. */
export async function refusalOf(call: Promise<unknown>): Promise<{ name: string; message: string; cause: string }> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Error) return { name: error.name, message: error.message, cause: String(error.cause) };
  }
  throw new Error('The call was not rejected');
}
