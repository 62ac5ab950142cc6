import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from './client.js';
import type { answersIn } from './desk/answers.js';

/** A client at the desk, with its user, and a way to the same client at a desk that has prompts alone. */
export interface Visit {
  readonly client: Client;
  readonly visitor: { readonly asked: unknown; nextNotice(): Promise<void> };
  atBareDesk(): Promise<Client>;
}

export type Capability = keyof ReturnType<typeof answersIn>;

const NOTICE_MS = 5_000;

/** How each capability is tried: what is returned is compared with what the desk says. */
export const CAPABILITIES: Readonly<Record<Capability, (visit: Visit) => Promise<unknown>>> = {
  list: async ({ client }) => client.listPrompts?.(),
  get: async ({ client }) => client.getPrompt?.({ name: 'briefing', arguments: { topic: 'tea', sentences: '2' } }),
  content: async ({ client }) => client.getPrompt?.({ name: 'album', arguments: {} }),
  refusal: async ({ client }) => client.getPrompt?.({ name: 'briefing', arguments: { tone: 'rude', sentences: '9' } }),
  completion: async ({ client }) =>
    client.complete?.({
      ref: { type: 'ref/prompt', name: 'briefing' },
      argument: { name: 'topic', value: 'ta' },
      context: { arguments: { tone: 'formal' } },
    }),
  async question({ client, visitor }) {
    const answer = await client.getPrompt?.({ name: 'interview', arguments: {} });
    return { asked: visitor.asked, answer };
  },
  async change(visit) {
    await visit.client.watchPrompts?.();
    return { added: await afterChange(visit), removed: await afterChange(visit) };
  },
  tools: async ({ client }) => ({
    list: await client.listTools?.(),
    called: await client.callTool?.({ name: 'price', arguments: { article: 'tea', quantity: 2 } }),
    failed: await outcomeOf(async () => client.callTool?.({ name: 'price', arguments: { article: 'coal' } })),
  }),
  resources: async ({ client }) => ({
    list: await client.listResources?.(),
    read: await client.readResource?.('notes://today'),
  }),
  async bare({ atBareDesk }) {
    const client = await atBareDesk();
    return outcomeOf(async () => client.listTools?.()).finally(() => client.close());
  },
};

/** Has the desk change its prompts, and lists them when the client has heard of it. */
async function afterChange({ client, visitor }: Visit) {
  const heard = visitor.nextNotice().then(() => true);
  await client.callTool?.({ name: 'change', arguments: {} });
  const isTold = await Promise.race([heard, wait(NOTICE_MS, false)]);
  return isTold ? client.listPrompts?.() : 'The client has heard nothing of the change';
}

/** What the client returns, or what it throws. */
export async function outcomeOf(ask: () => Promise<unknown>): Promise<unknown> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { message, code, data }: { message: string; code?: unknown; data?: unknown } = error;
    return { error: { message, code, data } };
  }
}

/** Which revision the desk has been asked in: the only date in the answer of its tool. */
export async function revisionOf(client: Client): Promise<string | undefined> {
  const answer = await client.callTool?.({ name: 'revision', arguments: {} });
  return /\d{4}-\d\d-\d\d/.exec(JSON.stringify(answer))?.[0];
}
