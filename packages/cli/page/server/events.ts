import type { PlaygroundEvent } from '../../src/playground/api.js';
import { type Api, ServerError } from './api.js';
import { eventsOf } from './sse.js';

export type Connection = 'connecting' | 'open' | 'lost' | 'refused';

export interface ServerListener {
  /** Called after each connect, so that missed data can be loaded. */
  readonly opened: () => void;
  readonly event: (event: PlaygroundEvent) => void;
  readonly connection: (connection: Connection) => void;
}

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 5000;

/** Listens to the server while the page is open, and reconnects when the server is back. */
export async function listen(api: Api, to: ServerListener): Promise<never> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 1.6, LONGEST_WAIT_MS)) {
    const problem = await follow(api, to, () => {
      wait = FIRST_WAIT_MS;
    });
    to.connection(problem instanceof ServerError && problem.status === 401 ? 'refused' : 'lost');
    await pause(wait);
  }
}

/** Follows one stream until it ends. Returns its error, if any. */
async function follow(api: Api, to: ServerListener, opened: () => void): Promise<unknown> {
  const controller = new AbortController();
  try {
    const stream = await api.events(controller.signal);
    opened();
    to.connection('open');
    to.opened();
    for await (const data of eventsOf(stream)) to.event(JSON.parse(data) as PlaygroundEvent);
    return undefined;
  } catch (error) {
    return error;
  } finally {
    controller.abort();
  }
}

/** Waits until the time is over, the user returns to the page, or the network is back. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', done);
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    document.addEventListener('visibilitychange', done);
    addEventListener('online', done);
  });
}
