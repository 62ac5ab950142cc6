import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Answer,
  Arg,
  type Call,
  definePack,
  type Interceptor,
  type InterceptorHandler,
  type Logger,
  mount,
  type Next,
  onGetPrompt,
  type Pack,
  Prompt,
  type PromptHandler,
  type RequestContext,
  Runtime,
  stderrLogger,
  user,
} from '@cuecard/core';
import {
  cache,
  type CallLimiter,
  type CallLogger,
  concurrency,
  deadline,
  logging,
  rateLimit,
  sizeLimits,
} from '@cuecard/interceptors';
import { tracing } from '@cuecard/interceptors/tracing';
import { fromContainer } from '@cuecard/tsyringe';
import { createKeyv } from '@keyv/redis';
import { createClient } from '@redis/client';
import type { Keyv } from 'keyv';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { type DependencyContainer, injectable, singleton } from 'tsyringe';

/** Ends every prompt with the same request. */
export const houseStyle = onGetPrompt(async (_call, next) => {
  const { messages, ...rest } = await next();
  return { ...rest, messages: [...messages, user('Answer in plain English, in short sentences.')] };
});

export class WeatherArgs {
  @Arg({ description: 'The town' })
  town!: string;
}

@Prompt({
  description: 'Asks for advice on what to wear',
  args: WeatherArgs,
  interceptors: [
    sizeLimits({ argumentLength: 60 }),
    cache({ scope: 'public', ttlMs: 300_000 }),
    deadline(2_000),
    houseStyle,
  ],
})
export class WhatToWear implements PromptHandler<WeatherArgs> {
  /** How often the forecast has been asked for. */
  static asked = 0;

  async render({ town }: WeatherArgs, { signal }: RequestContext) {
    return `In ${town} ${await this.forecast(signal)} is expected. What should I wear?`;
  }

  private async forecast(signal: AbortSignal): Promise<string> {
    WhatToWear.asked += 1;
    return sleep(5, 'rain', { signal });
  }
}

@Prompt({ description: 'Explains a payslip', visible: ({ bag }) => bag.team === 'payroll' })
export class Payslip implements PromptHandler {
  render = () => 'Explain this payslip, line by line.';
}

/** Answers in Redis. Commands fail at once while Redis is away, and `cache` gets the errors. */
export function answersAt(url: string): Keyv {
  return createKeyv({ url, disableOfflineQueue: true }, { namespace: 'travel', throwOnErrors: true });
}

@Prompt({ description: 'Asks what to pack', version: '1.0.0' })
export class PackingList implements PromptHandler {
  static rendered = 0;

  render() {
    PackingList.rendered += 1;
    return 'What should I pack for a week in Ghent?';
  }
}

/** Prompts whose answers all processes share. */
export function travelPack(store: Keyv): Pack {
  const interceptors = [cache({ scope: 'public', store })];
  return definePack({ name: 'travel', version: '1.0.0', prompts: [PackingList], interceptors });
}

const RATE = { points: 8, duration: 60 };

/** A client whose commands fail at once while Redis cannot be reached. */
export function redisAt(url: string) {
  const client = createClient({ url, disableOfflineQueue: true });
  client.on('error', () => {}); // It reconnects by itself.
  return client;
}

/** Counts for all processes together, and in each process while Redis cannot be reached. */
export function sharedLimiter(storeClient: ReturnType<typeof redisAt>): RateLimiterRedis {
  const insuranceLimiter = new RateLimiterMemory(RATE);
  return new RateLimiterRedis({ storeClient, useRedisPackage: true, ...RATE, insuranceLimiter });
}

@singleton()
export class AuditTrail {
  readonly entries: string[] = [];
}

/** Records which client got which prompt. */
@injectable()
export class Audit implements InterceptorHandler {
  constructor(private readonly trail: AuditTrail) {}

  async intercept(call: Call, next: Next): Promise<Answer> {
    const answer = await next();
    const { method, context, definition } = call;
    if (method === 'prompts/get') this.trail.entries.push(`${context.client?.name} got ${definition?.name}`);
    return answer;
  }
}

declare module '@cuecard/core' {
  interface ContextBag {
    team?: string | undefined;
  }
}

const TEAMS = new Map([['payroll-desk', 'payroll']]);

/** Puts the team of the client into the bag. */
export const team: Interceptor = ({ context }, next) => {
  context.bag.team = TEAMS.get(context.client?.name ?? '');
  return next();
};

interface RuntimeParts {
  /** Receives the calls. */
  readonly logger: CallLogger;
  readonly limiter: CallLimiter;
  readonly travel: Pack;
  /** Receives problems of the server. */
  readonly reports?: Logger;
}

export function runtimeOf(container: DependencyContainer, parts: RuntimeParts): Runtime {
  const { logger, limiter, travel, reports = stderrLogger } = parts;
  return new Runtime({
    prompts: [WhatToWear, Payslip, mount(travel)],
    resolver: fromContainer(container),
    logger: reports,
    interceptors: [
      logging({ logger }), // The outermost: it sees the final result.
      tracing(),
      team,
      rateLimit(limiter),
      concurrency({ max: 20, queue: 200 }),
      Audit,
    ],
  });
}
