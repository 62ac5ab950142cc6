/** One event of a stream: its id, and its message. */
export interface Event {
  readonly id: string | undefined;
  readonly message: unknown;
}

/** Reads the events of a stream one after the other. */
export class Events {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #rest = '';

  constructor({ body }: Response) {
    this.#reader = (body as ReadableStream<Uint8Array>).getReader();
  }

  /** The next event; `undefined` after the end of the stream. */
  async next(): Promise<Event | undefined> {
    let end = this.#rest.indexOf('\n\n');
    while (end < 0) {
      const { done, value } = await this.#reader.read();
      if (done) return undefined;
      this.#rest += this.#decoder.decode(value, { stream: true });
      end = this.#rest.indexOf('\n\n');
    }
    const lines = this.#rest.slice(0, end).split('\n');
    this.#rest = this.#rest.slice(end + 2);
    const [id, data] = ['id: ', 'data: '].map((name) =>
      lines.find((line) => line.startsWith(name))?.slice(name.length),
    );
    return { id, message: data === '' || data === undefined ? undefined : JSON.parse(data) };
  }

  /** All further events until the stream ends. */
  async rest(): Promise<Event[]> {
    const events: Event[] = [];
    for (let event = await this.next(); event !== undefined; event = await this.next()) events.push(event);
    return events;
  }

  leave(): Promise<void> {
    return this.#reader.cancel();
  }
}
