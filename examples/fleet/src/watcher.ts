import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** A client that looks at what `greeting` is, and looks again whenever the server says that prompts have changed. */
export class Watcher {
  readonly #client: Client;
  /** What it was, one after the other. */
  readonly seen: (string | undefined)[] = [];

  constructor(mode: 'auto' | 'legacy' = 'auto') {
    this.#client = new Client(
      { name: 'watcher', version: '1.0.0' },
      {
        versionNegotiation: { mode },
        listChanged: { prompts: { onChanged: () => void this.#look() } },
      },
    );
  }

  async connect(url: string): Promise<void> {
    await this.#client.connect(new StreamableHTTPClientTransport(new URL(url)));
    await this.#look();
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async #look(): Promise<void> {
    const { prompts } = await this.#client.listPrompts();
    this.seen.push(prompts.find(({ name }) => name === 'greeting')?.description);
  }
}
