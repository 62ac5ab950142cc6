import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The events of a request at a server of this process. */
export interface NextRequest {
  /** Settles when its head has arrived. */
  readonly started: Promise<void>;
  /** Settles when the response is sent or the client has disconnected. */
  readonly closed: Promise<void>;
}

/** Watches the next request to a server, because a client cannot know when the server receives its events. */
export function nextRequest(url: string): NextRequest {
  const port = Number(new URL(url).port);
  const response = new Promise<ServerResponse>((resolve) => {
    const listener = (message: unknown) => {
      const request = message as { socket: Socket; response: ServerResponse };
      if (request.socket.localPort !== port) return;
      unsubscribe('http.server.request.start', listener);
      resolve(request.response);
    };
    subscribe('http.server.request.start', listener);
  });
  return { started: response.then(() => undefined), closed: response.then(untilClosed) };
}

/** Waits until the listeners of the server have run, too. */
function untilClosed(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => response.once('close', () => setImmediate(resolve)));
}
