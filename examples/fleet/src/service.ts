import { byLabel, byPercentage, type PromptHandler, Prompt, type ResourceUpdates, Runtime } from '@cuecard/core';
import type { LabelStore } from '@cuecard/labels';
import { serveHttp } from '@cuecard/mcp-server';
import { greetings } from './greetings.js';
import { guestBook, type Guests } from './guest-book.js';

@Prompt({ name: 'about', description: 'What this service is for' })
class About implements PromptHandler {
  render = () => 'This service greets people.';
}

interface InstanceOptions {
  readonly host: string;
  readonly port: number;
  /** The names by which clients reach it. */
  readonly allowedHosts: readonly string[];
  /** The same for all instances of all services: the newest, and those before it. */
  readonly stateKeys: readonly string[];
}

/** What all instances share. */
interface Shared {
  readonly labels: LabelStore;
  readonly updates: ResourceUpdates;
  readonly guests: Guests;
}

/** One instance of a service. */
export function serve(name: string, { labels, updates, guests }: Shared, { stateKeys, ...address }: InstanceOptions) {
  const { book, sign } = guestBook(guests, updates);
  const runtime = new Runtime({
    prompts: [greetings, About],
    tools: [sign],
    resources: [book],
    labels,
    updates,
    select: [byPercentage('canary', labels.percent('canary')), byLabel('production')],
  });
  return serveHttp(runtime, {
    name,
    version: '1.0.0',
    ...address,
    ready: () => labels.isReady(),
    sessions: 'resumable', // They go on at another instance.
    stateKeys,
    trustedProxies: ['127.0.0.1'], // The balancer: limits count its callers.
  });
}
