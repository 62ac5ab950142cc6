import { type Logger, mount, type Pack, Runtime, stderrLogger } from '@cuecard/core';
import { type CallLimiter, type CallLogger, concurrency, logging, rateLimit } from '@cuecard/interceptors';
import { tracing } from '@cuecard/interceptors/tracing';
import { fromContainer } from '@cuecard/tsyringe';
import type { DependencyContainer } from 'tsyringe';
import { Audit } from './audit.js';
import { Payslip, WhatToWear } from './prompts.js';
import { team } from './team.js';

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
      logging({ logger }), // The outermost: it sees what all others make of a call.
      tracing(),
      team,
      rateLimit(limiter),
      concurrency({ max: 20, queue: 200 }),
      Audit,
    ],
  });
}
