// The public API, listed by hand. Anything else may change in any release.
export type { Change, Level, Line } from './comparison/change.js';
export { compareManifests, type Comparison, type ComparisonOptions } from './comparison/compare.js';
export { estimateTokens } from './comparison/tokens.js';
export type { Needed } from './comparison/versions.js';
export type { Contract, ExampleContract, Manifest, Schema } from './manifest/manifest.js';
export { manifestOf, type ManifestOptions, manifestText, parseManifest } from './manifest/manifest-of.js';
export { type GetPrompt, type RenderOptions, withRenderings } from './manifest/rendered-examples.js';
export { withStableFences } from './manifest/stable-fences.js';
export { comparisonMarkdown, type MarkdownOptions } from './report/markdown.js';
