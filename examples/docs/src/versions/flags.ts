import { byLabel, Runtime, SafeLogger, stderrLogger } from '@cuecard/core';
import { byFlag } from '@cuecard/openfeature';
import { FlagdProvider } from '@openfeature/flagd-provider';
import { OpenFeature } from '@openfeature/server-sdk';
import { ListedSummary, ShortSummary, Summary } from './summaries.js';

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
