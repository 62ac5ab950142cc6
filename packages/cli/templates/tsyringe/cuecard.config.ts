import { defineConfig } from '@cuecard/cli';
import { Runtime } from '@cuecard/core';
import { fromContainer } from '@cuecard/tsyringe';
import { container } from 'tsyringe';
import { HouseRules } from './src/services/house-rules.js';

export default defineConfig(async ({ logger, loadDefinitions }) => {
  const services = container.createChildContainer().registerSingleton(HouseRules);
  const runtime = new Runtime({
    prompts: await loadDefinitions('src/prompts'),
    tools: await loadDefinitions('src/tools'),
    resources: await loadDefinitions('src/resources'),
    resolver: fromContainer(services),
    askForMissing: true,
    logger,
  });
  return { name: 'my-project', version: '0.1.0', runtime };
});
