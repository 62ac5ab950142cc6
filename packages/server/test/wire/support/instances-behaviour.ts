import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { Balancer } from './balancer.ts';
import { Child } from './child.ts';
import { overHttp, type TestClient } from './clients.ts';
import { isModern, type Version } from './versions.ts';
import { closables } from '../../support/closables.ts';

const [oldKey, newKey] = ['o'.repeat(32), 'n'.repeat(32)];

/** A client that lists the prompts after each notification. */
class Guest {
  readonly #client: TestClient;
  /** The prompts of its latest list. */
  listed: string[] = [];

  constructor(client: TestClient) {
    this.#client = client;
  }

  async listen(): Promise<void> {
    await this.#client.hear([], () => void this.#list());
  }

  async ask(): Promise<string> {
    const { messages } = (await this.#client.getPrompt({ name: 'hello' })) as {
      messages: { content: { text: string } }[];
    };
    return messages[0]?.content.text.split(' from ')[0] ?? '';
  }

  async #list(): Promise<void> {
    const { prompts } = (await this.#client.listPrompts()) as { prompts: { name: string }[] };
    this.listed = prompts.map(({ name }) => name);
  }
}

/** Tests sessions of the official clients while instances start and end behind a balancer without affinity. */
export function testInstances(script: URL, clients: readonly Version[]): void {
  const open = closables();

  /** Starts an instance with these keys. */
  async function start(...keys: string[]): Promise<Child> {
    const child = await Child.start(fileURLToPath(script), ...keys);
    open.push(child);
    return child;
  }

  describe("sessions: 'resumable'", () => {
    test('restores sessions at a new instance after the others ended', async () => {
      const keys = [
        [oldKey, newKey],
        [newKey, oldKey],
        [newKey, oldKey],
      ];
      const [killed, drained, fresh] = (await Promise.all(keys.map((each) => start(...each)))) as [Child, Child, Child];
      const balancer = await Balancer.start([killed.url, drained.url]);
      open.push(balancer);
      const all = [...clients, ...clients, ...clients];
      const guests = await Promise.all(
        all.map(async (version) => {
          const client = await overHttp[version](balancer.url);
          open.push(client);
          const guest = new Guest(client);
          await guest.listen();
          return guest;
        }),
      );
      // Since 2026-07-28, applications have to listen again: docs/serving.md shows how.
      const hearing = guests.filter((_, at) => !isModern(all[at] as Version));
      const askAll = () => Promise.all(guests.map((guest) => guest.ask()));
      const greetings = guests.map(() => 'hello');
      expect([await askAll(), await askAll()]).toEqual([greetings, greetings]);
      expect(new Set(balancer.answered.map(({ url }) => url))).toEqual(new Set([killed.url, drained.url]));

      balancer.instances = [killed.url, drained.url, fresh.url];
      await killed.close();
      const exit = drained.stop();
      expect([await askAll(), await exit, await askAll()]).toEqual([greetings, 0, greetings]);
      fresh.tell('news');
      while (!hearing.every(({ listed }) => listed.includes('news'))) await sleep(20); // Leaves the processor to the child processes.
    });
  });
}
