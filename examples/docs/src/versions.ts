import {
  byClient,
  byLabel,
  byPercentage,
  Prompt,
  type PromptHandler,
  Runtime,
  SafeLogger,
  stderrLogger,
  type VersionSelector,
} from '@cuecard/core';
import { byFlag } from '@cuecard/openfeature';
import { FlagdProvider } from '@openfeature/flagd-provider';
import { OpenFeature } from '@openfeature/server-sdk';

@Prompt({ name: 'summary', version: '1.0.0', labels: ['production'], deprecated: 'use version 2' })
export class Summary implements PromptHandler {
  render = () => 'Summarise this thread.';
}

@Prompt({ name: 'summary', version: '2.0.0' })
export class ShortSummary implements PromptHandler {
  render = () => 'Summarise this thread in three sentences.';
}

@Prompt({ name: 'summary', version: '3.0.0-beta.1', labels: ['canary'] })
export class ListedSummary implements PromptHandler {
  render = () => 'Summarise this thread as a list of decisions.';
}

declare module '@cuecard/core' {
  interface ContextBag {
    /** The version that a tenant has asked us to keep. */
    pinned?: string;
  }
}

const byTenant: VersionSelector = (versions, { bag }) => versions.find(({ version }) => version === bag.pinned);

export const rollout = new Runtime({
  prompts: [Summary, ShortSummary, ListedSummary],
  select: [
    byTenant,
    byClient({ 'old-editor': '1.0.0' }),
    byPercentage('canary', 10), // of the principals
    byLabel('production'),
  ],
});

/** A runtime whose versions the flags of a file choose. Rejects if the file does not exist. */
export async function runtimeWithFlags(file: string): Promise<Runtime> {
  const logger = new SafeLogger(stderrLogger); // Without a logger, the provider is silent about a broken file.
  await OpenFeature.setProviderAndWait(
    new FlagdProvider({ resolverType: 'in-process', offlineFlagSourcePath: file }, logger),
  );
  return new Runtime({
    prompts: [Summary, ShortSummary, ListedSummary],
    select: [byFlag(OpenFeature.getClient()), byLabel('production')],
    logger,
  });
}
