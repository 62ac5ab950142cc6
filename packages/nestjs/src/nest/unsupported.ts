/** Creates the error for a version of Nest without the internals that this package uses. */
export function unsupportedNest(difference: string): Error {
  return new Error(
    `@cuecard/nestjs does not support this version of Nest: ${difference}. Install a version of Nest that the peerDependencies of @cuecard/nestjs allow.`,
  );
}
