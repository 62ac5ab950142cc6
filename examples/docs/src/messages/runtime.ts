import { Runtime, type ResourceReader } from '@cuecard/core';
import { fromContainer } from '@cuecard/tsyringe';
import type { DependencyContainer } from 'tsyringe';
import { LookAt } from './look-at.js';
import { Screenshot } from './screenshot.js';
import { terms } from './terms.js';
import { Triage } from './triage.js';

export function runtimeOf(container: DependencyContainer, resources: ResourceReader): Runtime {
  return new Runtime({
    prompts: [Triage, Screenshot, LookAt],
    resolver: fromContainer(container),
    resources: [terms, resources],
    interpolation: 'strict',
    clients: { 'chat-without-files': { drops: ['resource', 'resource_link'] } },
    limits: { messages: 20, answerBytes: 1_000_000 },
  });
}
