import { background } from './timers.js';

/** How long the changes of one resource are merged into one notification: writing a file causes several. */
const COLLECT_MS = 50;

/** The pending notifications of changed resources. */
export class ResourceNotices {
  readonly #tell: (uri: string) => void;
  readonly #due = new Map<string, NodeJS.Timeout>();

  /** @param tell sends one notification */
  constructor(tell: (uri: string) => void) {
    this.#tell = tell;
  }

  /** Sends a notification of a changed resource soon. */
  add(uri: string): void {
    if (this.#due.has(uri)) return;
    this.#due.set(uri, background(setTimeout(() => this.#send(uri), COLLECT_MS)));
  }

  /** Drops the pending notification of a resource. */
  drop(uri: string): void {
    clearTimeout(this.#due.get(uri));
    this.#due.delete(uri);
  }

  end(): void {
    for (const uri of this.#due.keys()) this.drop(uri);
  }

  #send(uri: string): void {
    this.#due.delete(uri);
    this.#tell(uri);
  }
}
