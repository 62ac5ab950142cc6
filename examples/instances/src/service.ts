import { byLabel, type Interceptor, type PromptHandler, Prompt, type ResourceUpdates, Runtime } from '@cuecard/core';
import { serveHttp } from '@cuecard/server';
import { byFlag } from '@cuecard/openfeature';
import type { Client } from '@openfeature/server-sdk';
import { metrics } from '@opentelemetry/api';
import { greetings } from './greetings.js';
import { guestBook, type Guests } from './guest-book.js';

@Prompt({ name: 'about', description: 'Describes this service' })
class About implements PromptHandler {
  render = () => 'This service greets people.';
}

interface InstanceOptions {
  readonly host: string;
  readonly port: number;
  /** The names by which clients reach it. */
  readonly allowedHosts: readonly string[];
  /** The same for all instances of all services: the newest first. */
  readonly stateKeys: readonly string[];
}

/** The engines that all instances share. */
interface Shared {
  readonly flags: Client;
  readonly updates: ResourceUpdates;
  readonly guests: Guests;
  /** A limit and a cache. */
  readonly interceptors: readonly Interceptor[];
}

/** One instance of a service. */
export function serve(name: string, shared: Shared, { stateKeys, ...address }: InstanceOptions) {
  const { flags, updates, guests, interceptors } = shared;
  const { book, sign } = guestBook(guests, updates);
  const runtime = new Runtime({
    prompts: [greetings, About],
    tools: [sign],
    resources: [book],
    interceptors,
    updates,
    meter: metrics.getMeter(name),
    select: [byFlag(flags), byLabel('production')],
  });
  return serveHttp(runtime, {
    name,
    version: '1.0.0',
    ...address,
    authenticate: ({ headers }) => ({ principal: headers.get('x-user') ?? 'guest', scopes: [] }), // A gateway sets it.
    sessions: 'resumable', // They continue on another instance.
    stateKeys,
    trustedProxies: ['127.0.0.1'], // The balancer: limits count its callers, and `close` waits until it has noticed.
  });
}
