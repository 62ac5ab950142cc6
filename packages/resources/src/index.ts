// The public API, by hand. What is not named here may change in any release.
export { FileResources, type FileResourcesOptions } from './file-resources.js';
