import type { Form, User } from './client.js';

/** The user of a client in a trial, who is called Ada. */
export class Visitor implements User {
  /** What the user was last asked. */
  asked: { readonly message: string; readonly schema: unknown } | undefined;
  #hear = () => {};

  answer(message: string, schema: unknown): Form {
    this.asked = { message, schema };
    return { name: 'Ada', age: 36 };
  }

  notice(): void {
    this.#hear();
  }

  nextNotice(): Promise<void> {
    return new Promise((resolve) => {
      this.#hear = resolve;
    });
  }
}
