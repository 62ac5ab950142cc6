// The public API, listed by hand. Anything else may change in any release.
export type { Change, Level, Line } from './contract/comparison/change.js';
export {
  compareManifests,
  type Comparison,
  type ComparisonOptions,
  type RequiredVersion,
} from './contract/comparison/compare.js';
export { estimateTokens } from './contract/tokens.js';

export type { Contract, ExampleContract, Manifest, Schema } from './contract/manifest/manifest.js';
export {
  createManifest,
  type ManifestOptions,
  stringifyManifest,
  parseManifest,
} from './contract/manifest/create-manifest.js';
export {
  type GetPrompt,
  type RenderOptions,
  renderExamples,
  normalizeFences,
} from './contract/manifest/rendered-examples.js';
export { formatComparison, type MarkdownOptions } from './contract/report/markdown.js';
export { contractOfEntry, type ListEntry } from './contract/manifest/list-entry.js';
export { describeBounds, resolveAlternatives } from './contract/schema.js';
