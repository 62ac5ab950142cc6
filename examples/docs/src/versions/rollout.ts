import { byClient, byLabel, byPercentage, Runtime, type VersionSelector } from '@cuecard/core';
import { ListedSummary, ShortSummary, Summary } from './summaries.js';

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
