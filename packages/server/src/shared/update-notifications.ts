import { background } from './timers.js';

/**
 * The time during which changes to a resource are collected into one notification, because writing a file causes
 * several changes.
 */
const COLLECT_MS = 50;

/** The pending notifications about changed resources. */
export class UpdateNotifications {
  readonly #notify: (uri: string) => void;
  readonly #due = new Map<string, NodeJS.Timeout>();

  /** @param notify sends one notification */
  constructor(notify: (uri: string) => void) {
    this.#notify = notify;
  }

  /** Schedules the notification about a changed resource. */
  add(uri: string): void {
    if (this.#due.has(uri)) return;
    this.#due.set(uri, background(setTimeout(() => this.#send(uri), COLLECT_MS)));
  }

  /** Drops the pending notification about a resource. */
  drop(uri: string): void {
    clearTimeout(this.#due.get(uri));
    this.#due.delete(uri);
  }

  end(): void {
    for (const uri of this.#due.keys()) this.drop(uri);
  }

  #send(uri: string): void {
    this.#due.delete(uri);
    this.#notify(uri);
  }
}
