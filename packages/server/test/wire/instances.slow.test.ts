/** @slow takes more than a second: starts several instances as processes */
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { Balancer } from './support/balancer.ts';
import { Child } from './support/child.ts';
import { overHttp, type TestClient } from './support/clients.ts';
import { officialClients } from './support/users.ts';
import { isSelfContained, type Version } from './support/versions.ts';
import { closables } from '../support/closables.ts';

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

const open = closables();
const script = fileURLToPath(new URL('fixtures/instance.mjs', import.meta.url));
const versions: readonly Version[] = ['v1 client', 'v2 client', 'v2 client of 2026-07-28'];

/** Starts an instance with these keys. */
async function start(...keys: string[]): Promise<Child> {
  const child = await Child.start(script, ...keys);
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
    const all = [...versions, ...versions, ...versions];
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
    const hearing = guests.filter((_, at) => !isSelfContained(all[at] as Version));
    const askAll = () => Promise.all(guests.map((guest) => guest.ask()));
    const greetings = guests.map(() => 'hello');
    expect([await askAll(), await askAll()]).toEqual([greetings, greetings]);
    expect(new Set(balancer.answered.map(({ url }) => url))).toEqual(new Set([killed.url, drained.url]));

    balancer.instances = [killed.url, drained.url, fresh.url];
    await killed.close();
    const exit = drained.stop();
    expect([await askAll(), await exit, await askAll()]).toEqual([greetings, 0, greetings]);
    fresh.send('news');
    // Leaves the processor to the child processes.
    while (!hearing.every(({ listed }) => listed.includes('news'))) await sleep(20);
  });
});

describe('RequestContext.ask', () => {
  test('continues at another instance when keys rotate and one closes', async () => {
    const keys = [
      [oldKey, newKey],
      [newKey, oldKey],
    ];
    const [asking, other] = (await Promise.all(keys.map((each) => start(...each)))) as [Child, Child];
    const balancer = await Balancer.start([asking.url]);
    open.push(balancer);
    const { meet, http } = officialClients['v2 client of 2026-07-28'];
    const instances = [[other.url], [asking.url], [other.url]];
    const client = await meet(http(balancer.url), {
      user: async () => {
        balancer.instances = instances.shift() ?? [];
        if (instances.length === 0) await asking.close();
        return { action: 'accept', content: { name: 'Ada' } };
      },
    });
    open.push(client);
    const answers = [];
    for (const next of [asking, other, asking]) {
      balancer.instances = [next.url];
      answers.push(await client.getPrompt('travel'));
    }
    const resultOf = (text: unknown) => ({
      messages: [{ role: 'user', content: { type: 'text', text } }],
    });
    expect(answers).toEqual([other, asking, other].map(({ pid }) => resultOf(`Ada, says ${pid}`)));
  });
});
