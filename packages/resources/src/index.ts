// The public API, listed by hand. Anything else may change in any release.
export { FileResources } from './files/file-resources.js';
export type { FileResourcesOptions } from './files/file-resources-options.js';
export type { FileIgnoreOptions } from './files/folder-rules.js';
export { GitResources } from './git/git-resources.js';
export type { GitResourcesOptions } from './git/git-resources-options.js';
export type { GitRevisionScope } from './git/git-revisions.js';
export { HttpResources, type HttpResourcesOptions } from './http/http-resources.js';
export type { HttpOrigin } from './http/http-origin.js';
export { type MemoryResource, MemoryResources } from './memory-resources.js';
export { ResourcesByScheme } from './resources-by-scheme.js';
