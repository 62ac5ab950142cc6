import { eventsOf, headers, type Json } from './raw.ts';
import { type Asked, headersOf, messageOf } from './modern.ts';

/** A request that subscribes to notifications. */
export const listen = (notifications: object): Asked => ({ method: 'subscriptions/listen', params: { notifications } });

/** The notifications that a client receives over HTTP. */
export class Hearing {
  readonly #leave = new AbortController();
  #text = '';
  #over = false;
  #wake = () => {};
  readonly #done: Promise<void>;

  private constructor(response: Response) {
    this.#done = this.#read(response).catch(() => {});
  }

  static async begin(url: string, request: Asked, id: string): Promise<Hearing> {
    const leave = new AbortController();
    const body = JSON.stringify(messageOf(request, id));
    const all = { ...headers, ...headersOf(request) };
    const response = await fetch(url, { method: 'POST', headers: all, body, signal: leave.signal });
    const hearing = new Hearing(response);
    hearing.#leave.signal.addEventListener('abort', () => leave.abort());
    return hearing;
  }

  get heard(): Json[] {
    return eventsOf(this.#text);
  }

  async until(count: number): Promise<Json[]> {
    while (this.heard.length < count && !this.#over) await new Promise<void>((resolve) => (this.#wake = resolve));
    return this.heard;
  }

  async toTheEnd(): Promise<Json[]> {
    await this.#done;
    return this.heard;
  }

  async close(): Promise<void> {
    this.#leave.abort();
    await this.#done;
  }

  async #read(response: Response): Promise<void> {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response.body ?? []) {
        this.#text += decoder.decode(chunk as Uint8Array);
        this.#wake();
      }
    } finally {
      this.#over = true;
      this.#wake();
    }
  }
}
