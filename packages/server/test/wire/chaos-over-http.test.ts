import { setTimeout as sleep } from 'node:timers/promises';
import { definePrompt, Registry, Runtime } from '@cuecard/core';
import { serveHttp } from '@cuecard/server';
import { describe, expect, test } from '@jest/globals';
import { size } from '../../../../build/jest/runs.ts';
import { overHttp, type TestClient } from './support/clients.ts';
import { until } from './support/until.ts';
import { sessionVersions } from './support/versions.ts';
import { closables } from '../support/closables.ts';

const NAMES = ['first', 'second', 'third', 'fourth'];
const CHANGES = size(100);
const EVERY_MS = 10;
/** The timeout of the test on a busy machine. */
const PATIENCE_MS = 60_000;

const open = closables();

function prompt(name: string, generation: number) {
  const description = `Generation ${generation}`;
  const args = [{ name: 'note', complete: async () => [description] }];
  return definePrompt({ name, description, args, render: async ({ note }) => `${description}: ${note as string}` });
}

const generationOf = (generation: number) => new Registry(NAMES.map((name) => prompt(name, generation)));

/** Returns the generation that all strings name; NaN if they name different ones. */
function generationIn(strings: readonly (string | undefined)[]): number {
  const [found, ...others] = new Set(strings.map((text) => /^Generation (\d+)(: hello)?$/.exec(text ?? '')?.[1]));
  return others.length === 0 ? Number(found) : NaN;
}

interface Listed {
  readonly prompts: readonly { readonly name: string; readonly description: string }[];
}
interface Got {
  readonly messages: readonly { readonly content: { readonly text: string } }[];
}
interface Completed {
  readonly completion: { readonly values: readonly string[] };
}

/** Requests that resolve to the generation of their response. */
const REQUESTS = [
  async (client: TestClient) => {
    const { prompts } = (await client.listPrompts()) as Listed;
    const isWhole = prompts.map(({ name }) => name).join() === NAMES.toSorted().join();
    return isWhole ? generationIn(prompts.map(({ description }) => description)) : NaN;
  },
  async (client: TestClient, name: string) => {
    const { messages } = (await client.getPrompt({ name, arguments: { note: 'hello' } })) as Got;
    return generationIn(messages.map(({ content }) => content.text));
  },
  async (client: TestClient, name: string) => {
    const params = { ref: { type: 'ref/prompt', name }, argument: { name: 'note', value: 'gen' } } as const;
    return generationIn(((await client.complete(params)) as Completed).completion.values);
  },
];

describe('Runtime.replace', () => {
  test(
    'keeps responses to official clients consistent during continuous changes',
    async () => {
      let [served, isOver] = [0, false];
      const runtime = new Runtime({ prompts: generationOf(0) });
      const server = await serveHttp(runtime, {
        name: 'chaos',
        version: '1.0.0',
        port: 0,
        maxCompletionsPerSecond: Infinity,
      });
      open.push(server);
      const clients = await Promise.all(
        [...sessionVersions, ...sessionVersions].map((version) => overHttp[version](server.url)),
      );
      open.push(...clients);
      const notifications = clients.map(() => 0);
      for (const [index, client] of clients.entries())
        await client.hear([], () => (notifications[index] = (notifications[index] ?? 0) + 1));

      const stay = async (client: TestClient) => {
        for (let turn = 0; !isOver; turn += 1) {
          const before = served;
          const request = REQUESTS[turn % REQUESTS.length] as (typeof REQUESTS)[number];
          const generation = await request(client, NAMES[turn % NAMES.length] as string);
          expect(generation >= before && generation <= served).toBe(true);
        }
      };
      const change = async () => {
        for (; served < CHANGES; await sleep(EVERY_MS)) {
          served += 1;
          runtime.replace(generationOf(served));
        }
      };
      await Promise.all([change().finally(() => (isOver = true)), ...clients.map(stay)]);
      await until(() => notifications.every((count) => count > 0));
      expect(notifications.map((count) => count > 0 && count <= CHANGES)).toEqual(clients.map(() => true));
      expect(await Promise.all(clients.map((client) => REQUESTS[0]?.(client, '')))).toEqual(clients.map(() => CHANGES));
    },
    PATIENCE_MS,
  );
});
