import { Runtime } from '@cuecard/core';
import { fromContainer } from '@cuecard/tsyringe';
import { container } from 'tsyringe';
import { GreetingPrompt } from './greeting.js';
import { logger } from './logger.js';
import { ReleaseNotesPrompt } from './release-notes.js';
import { tenantOfCaller } from './tenant.js';

export const runtime = new Runtime({
  prompts: [GreetingPrompt, ReleaseNotesPrompt],
  resolver: fromContainer(container),
  interceptors: [tenantOfCaller],
  askForMissing: true,
  pageSize: 1000,
  logger,
  limits: { renderMs: 10_000, askMs: 60_000, messages: 20 },
});
