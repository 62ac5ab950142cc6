import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const uri = 'guests://book';

/** A client that reads the book of guests, and reads it again whenever the server says that it has changed. */
export class Reader {
  readonly #client = new Client({ name: 'reader', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  /** What stood in it, one after the other. */
  readonly read: string[] = [];

  async connect(url: string): Promise<void> {
    this.#client.setNotificationHandler('notifications/resources/updated', () => this.#look());
    await this.#client.connect(new StreamableHTTPClientTransport(new URL(url)));
    await this.#client.listen({ resourceSubscriptions: [uri] });
  }

  async sign(name: string): Promise<void> {
    await this.#client.callTool({ name: 'sign', arguments: { name } });
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async #look(): Promise<void> {
    const { contents } = await this.#client.readResource({ uri });
    for (const content of contents) if ('text' in content) this.read.push(content.text);
  }
}
