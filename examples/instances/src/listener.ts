import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const uri = 'guests://book';

/** An official client that lists prompts whenever the server notifies it, and counts the notifications. */
export class Listener {
  readonly #client: Client;
  readonly #seen: (string | undefined)[] = [];
  /** The number of notifications about prompts. */
  promptChanges = 0;
  /** The number of notifications about the guest book. */
  updates = 0;

  constructor(mode: 'auto' | 'legacy' = 'auto') {
    const listChanged = { prompts: { autoRefresh: false, onChanged: () => void this.#changed() } };
    this.#client = new Client({ name: 'listener', version: '1.0.0' }, { versionNegotiation: { mode }, listChanged });
    this.#client.setNotificationHandler('notifications/resources/updated', () => void (this.updates += 1));
  }

  /** The descriptions of the greeting that lists have shown, the first one included. */
  get seen(): readonly (string | undefined)[] {
    return this.#seen;
  }

  async connect(url: string, user = 'listener'): Promise<this> {
    const requestInit = { headers: { 'x-user': user } };
    await this.#client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
    await this.list();
    return this;
  }

  async watchGuests(): Promise<void> {
    await this.#client.listen({ resourceSubscriptions: [uri] });
  }

  async sign(name: string): Promise<void> {
    await this.#client.callTool({ name: 'sign', arguments: { name } });
  }

  async list(): Promise<string | undefined> {
    const { prompts } = await this.#client.listPrompts();
    const description = prompts.find(({ name }) => name === 'greeting')?.description;
    this.#seen.push(description);
    return description;
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async #changed(): Promise<void> {
    this.promptChanges += 1;
    await this.list();
  }
}
