import { Runtime, type ResourceReader } from '@cuecard/core';
import { fromContainer } from '@cuecard/tsyringe';
import type { DependencyContainer } from 'tsyringe';
import { LookAt } from './look-at.js';
import { House, Onboarding } from './onboarding.js';
import { OrderResource, terms } from './orders.js';
import { Screenshot } from './screenshot.js';
import { Triage } from './triage.js';

export function runtimeOf(container: DependencyContainer, resources: ResourceReader): Runtime {
  return new Runtime({
    prompts: [Triage, Screenshot, LookAt, House, Onboarding],
    resolver: fromContainer(container),
    resources: [OrderResource, terms, resources],
    interpolation: 'strict',
    clients: { 'chat-without-files': { drops: ['resource', 'resource_link'] } },
    limits: { messages: 20, answerBytes: 1_000_000 },
  });
}
