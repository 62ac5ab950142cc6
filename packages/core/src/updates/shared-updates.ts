import { type Logger, stderr } from '../logging/logger.js';
import { SafeLogger } from '../logging/safe-logger.js';
import { hasMethods, OptionKind } from '../text/option-kinds.js';
import { ResourceUpdates } from './resource-updates.js';
import { ANY, UnsentUpdates } from './unsent-updates.js';

const LATER = 'other instances hear of updates later';
/** How long nothing is tried after a failure, in milliseconds. */
const PAUSE_MS = 500;

/** What carries messages between instances, such as Redis. */
export interface UpdateBackend {
  /** What the log calls it. */
  readonly title: string;
  /**
   * Sends a message to the other instances.
   * @throws {Error} if it may not reach them, also those that are cut off and come back
   */
  send(message: string, signal: AbortSignal): Promise<void>;
  /**
   * Receives messages, those of this instance too, until the signal is aborted.
   * @throws {Error} if nothing can be received any more: then it is called again
   */
  follow(events: UpdateEvents, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export interface UpdateEvents {
  /** From now on messages are received. `hasAll` is whether those since the last time are still to come. */
  begun(hasAll: boolean): void;
  received(message: string): void;
}

export interface SharedUpdatesOptions {
  /**
   * Receives that the others cannot be reached: once each time.
   * @default stderr
   */
  readonly logger?: Logger;
}

/**
 * Updates that reach all instances. While the others cannot be reached, updates reach the clients of this process, and wait
 * for the others. An instance that may have missed some notifies all its subscribers.
 */
export class SharedUpdates extends ResourceUpdates {
  readonly #id = crypto.randomUUID();
  readonly #backend: UpdateBackend;
  readonly #title: string;
  readonly #logger: Logger;
  readonly #unsent = new UnsentUpdates();
  readonly #ending = new AbortController();
  readonly #following: Promise<void>;
  #sending: Promise<void> | undefined;
  #isAway = false;

  /** @throws {TypeError} if the backend is none */
  constructor(backend: UpdateBackend, { logger = stderr }: SharedUpdatesOptions = {}) {
    BACKEND.require('The backend of SharedUpdates', backend);
    super();
    this.#backend = backend;
    this.#title = backend.title;
    this.#logger = new SafeLogger(logger);
    this.#following = this.#follow();
  }

  override publish(uri: string): void {
    super.publish(uri);
    this.#unsent.add(uri);
    this.#sending ??= this.#send();
  }

  /** Ends the connections. What can be sent at once is sent before. */
  override async close(): Promise<void> {
    if (!this.#isAway) await this.#sending;
    this.#ending.abort();
    await Promise.all([this.#sending, this.#following]);
    await this.#backend.close();
  }

  async #send(): Promise<void> {
    await Promise.resolve(); // What is published in one go is one message.
    for (let uris = this.#unsent.take(); uris.length > 0 && !this.#isOver; uris = this.#unsent.take()) {
      const message = JSON.stringify({ by: this.#id, uris });
      const isSent = await this.#try(() => this.#backend.send(message, this.#ending.signal));
      if (!isSent) for (const uri of uris) this.#unsent.add(uri);
    }
    this.#sending = undefined;
  }

  async #follow(): Promise<void> {
    const events: UpdateEvents = {
      begun: (hasAll) => {
        this.#isAway = false;
        if (!hasAll) this.tell();
      },
      received: (text) => {
        const { by, uris } = messageIn(text);
        if (by !== this.#id) for (const uri of uris) this.tell(uri === ANY ? undefined : uri);
      },
    };
    const follow = async () => {
      await this.#backend.follow(events, this.#ending.signal);
      if (!this.#isOver) throw new Error('It has stopped receiving');
    };
    while (!this.#isOver) await this.#try(follow);
  }

  /** Returns whether it worked. */
  async #try(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      this.#isAway = false;
      return true;
    } catch (error) {
      if (this.#isOver) return false;
      if (!this.#isAway) this.#logger.warn(`${this.#title} cannot be reached: ${LATER}`, error);
      this.#isAway = true;
      await this.#pause();
      return false;
    }
  }

  #pause(): Promise<void> {
    const { signal } = this.#ending;
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, PAUSE_MS);
      signal.addEventListener('abort', end);
    });
  }

  get #isOver(): boolean {
    return this.#ending.signal.aborted;
  }
}

const BACKEND = new OptionKind('an object with the functions send, follow and close', (given) => {
  return hasMethods(given, ['send', 'follow', 'close']);
});

interface Message {
  readonly by?: unknown;
  readonly uris: readonly string[];
}

function messageIn(text: string): Message {
  try {
    const { by, uris } = Object(JSON.parse(text)) as Record<string, unknown>;
    if (Array.isArray(uris)) return { by, uris: uris.map(String) };
  } catch {
    // Another program has sent it.
  }
  return { uris: [ANY] };
}
