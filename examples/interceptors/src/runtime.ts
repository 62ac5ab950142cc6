import { mount, type Pack, Runtime } from '@cuecard/core';
import { type CallLimiter, type CallLogger, concurrency, logging, rateLimit, tracing } from '@cuecard/interceptors';
import { fromContainer } from '@cuecard/tsyringe';
import type { DependencyContainer } from 'tsyringe';
import { Audit } from './audit.js';
import { Payslip, WhatToWear } from './prompts.js';
import { team } from './team.js';

export function runtimeOf(
  container: DependencyContainer,
  logger: CallLogger,
  limiter: CallLimiter,
  travel: Pack,
): Runtime {
  return new Runtime({
    prompts: [WhatToWear, Payslip, mount(travel)],
    resolver: fromContainer(container),
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
