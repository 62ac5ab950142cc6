import { SafeLogger, stderrLogger } from '@cuecard/core';
import { FlagdProvider } from '@openfeature/flagd-provider';
import { type Client, OpenFeature } from '@openfeature/server-sdk';

/** Reads flags from a file that all instances share. Rejects if the file does not exist. */
export async function flagsIn(file: string): Promise<Client> {
  const logger = new SafeLogger(stderrLogger); // Without a logger, the provider is silent about a broken file.
  const provider = new FlagdProvider({ resolverType: 'in-process', offlineFlagSourcePath: file }, logger);
  await OpenFeature.setProviderAndWait(provider);
  return OpenFeature.getClient();
}
