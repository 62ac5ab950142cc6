import { setTimeout as sleep } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** An official client that counts the notifications that it receives. */
export class Listener {
  notices = 0;
  readonly transport: StreamableHTTPClientTransport;
  readonly client: Client;
  readonly #waiting = new Set<() => void>();

  private constructor(url: URL, isModern: boolean) {
    this.transport = new StreamableHTTPClientTransport(url);
    const onChanged = () => {
      this.notices += 1;
      for (const resolve of this.#waiting) resolve();
      this.#waiting.clear();
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

  /** Waits for a number of notifications, and a while longer for unexpected ones. Returns their number. */
  async hears(count: number): Promise<number> {
    while (this.notices < count) await this.nextNotice();
    await sleep(150); // Lists are notified within 50 ms of a change.
    return this.notices;
  }

  /** Checks a condition after each notification until it is true. */
  async noticesUntil(isMet: () => Promise<boolean>): Promise<void> {
    for (;;) {
      const next = this.nextNotice();
      if (await isMet()) return;
      await next;
    }
  }

  /** Resolves at the next notification. */
  nextNotice(): Promise<void> {
    return new Promise((resolve) => this.#waiting.add(resolve));
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
