import type { PlaygroundEvent } from '../../../build/playground/api.js';
import type { ServedPage } from './served-page.ts';

/** Reads the events of a stream as they come. */
export class EventReader {
  readonly events: PlaygroundEvent[] = [];
  /** Resolves when the stream has ended. */
  readonly ended: Promise<void>;
  readonly #leaving: AbortController;

  constructor(response: Response, leaving: AbortController) {
    this.#leaving = leaving;
    this.ended = this.#read(response);
    this.ended.catch(() => {});
  }

  static async open({ api }: ServedPage): Promise<EventReader> {
    const leaving = new AbortController();
    return new EventReader(await api('events', { signal: leaving.signal }), leaving);
  }

  leave(): void {
    this.#leaving.abort();
  }

  async #read(response: Response): Promise<void> {
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const ends = text.split('\n\n');
      text = ends.pop() ?? '';
      for (const event of ends) if (event.startsWith('data: ')) this.events.push(JSON.parse(event.slice(6)));
    }
  }
}
