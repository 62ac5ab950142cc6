import { background } from './background.js';

/** How long the changes of one resource are collected into one notice: writing a file makes several. */
const COLLECT_MS = 50;

/** The notices of changed resources that are about to be sent. */
export class ResourceNotices {
  readonly #tell: (uri: string) => void;
  readonly #due = new Map<string, NodeJS.Timeout>();

  /** @param tell sends one notice */
  constructor(tell: (uri: string) => void) {
    this.#tell = tell;
  }

  /** Tells soon that a resource has changed. */
  add(uri: string): void {
    if (this.#due.has(uri)) return;
    this.#due.set(uri, background(setTimeout(() => this.#send(uri), COLLECT_MS)));
  }

  /** Tells nothing more of a resource. */
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
