import { headers, type Json } from './raw.ts';

/** Reads the messages of one event stream. */
export class EventReader {
  readonly status: number;
  readonly received: Json[] = [];
  /** Resolves when the stream has ended. */
  readonly ended: Promise<void>;
  readonly #leaving: AbortController;
  #waiting: (() => void)[] = [];

  private constructor(response: Response, leaving: AbortController) {
    this.status = response.status;
    this.#leaving = leaving;
    this.ended = this.#read(response).catch(() => {}); // The test has closed the reader.
  }

  /** Sends a message, or opens the stream for messages that belong to no request. */
  static async open(url: string, message: Json | undefined, extra: Record<string, string>): Promise<EventReader> {
    const leaving = new AbortController();
    const body = message === undefined ? {} : { method: 'POST', body: JSON.stringify(message) };
    const required = message === undefined ? { accept: 'text/event-stream' } : headers;
    return new EventReader(
      await fetch(url, { ...body, headers: { ...required, ...extra }, signal: leaving.signal }),
      leaving,
    );
  }

  /** Waits until this number of messages has been received. */
  async until(count: number): Promise<Json[]> {
    while (this.received.length < count) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.received;
  }

  async close(): Promise<void> {
    this.#leaving.abort();
    await this.ended;
  }

  async #read(response: Response): Promise<void> {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      const lines = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      const data = lines.filter((line) => line.startsWith('data: {'));
      this.received.push(...data.map((line) => JSON.parse(line.slice(6)) as Json));
      for (const wake of this.#waiting.splice(0)) wake();
    }
  }
}
