import { setTimeout as sleep } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** An official client, and the notices that it has heard. */
export class Listener {
  notices = 0;
  readonly transport: StreamableHTTPClientTransport;
  readonly client: Client;

  private constructor(url: URL, isModern: boolean) {
    this.transport = new StreamableHTTPClientTransport(url);
    const onChanged = () => {
      this.notices += 1;
    };
    this.client = new Client(
      { name: 'listener', version: '1.0.0' },
      {
        versionNegotiation: { mode: isModern ? { pin: '2026-07-28' } : 'legacy' },
        listChanged: { prompts: { autoRefresh: false, debounceMs: 0, onChanged } },
      },
    );
  }

  static async of(url: URL, era: 'sessions' | 'modern' = 'sessions'): Promise<Listener> {
    const listener = new Listener(url, era === 'modern');
    await listener.client.connect(listener.transport);
    return listener;
  }

  async names(): Promise<string[]> {
    const { prompts } = await this.client.listPrompts();
    return prompts.map(({ name }) => name);
  }

  async text(name: string, args: Record<string, string> = {}): Promise<string> {
    const { messages } = await this.client.getPrompt({ name, arguments: args });
    return messages.map(({ content }) => (content.type === 'text' ? content.text : content.type)).join('\n');
  }

  /** Waits for a number of notices, and a while longer for more than these. */
  async hears(count: number): Promise<number> {
    for (let left = 200; left > 0 && this.notices < count; left -= 1) await sleep(25);
    await sleep(150);
    return this.notices;
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
