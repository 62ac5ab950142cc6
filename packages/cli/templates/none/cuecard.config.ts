import { defineConfig } from '@cuecard/cli';
import { fromServices, Runtime } from '@cuecard/core';
import { HouseRules } from './src/services/house-rules.js';

export default defineConfig(async ({ logger, loadDefinitions }) => {
  const runtime = new Runtime({
    prompts: await loadDefinitions('src/prompts'),
    tools: await loadDefinitions('src/tools'),
    resources: await loadDefinitions('src/resources'),
    resolver: fromServices([[HouseRules, new HouseRules()]]),
    askForMissing: true,
    logger,
  });
  return { name: 'my-project', version: '0.1.0', runtime };
});
