/** The error for a version of Nest whose inside differs from what this package relies on. */
export function unsupportedNest(difference: string): Error {
  return new Error(
    `@cuecard/nestjs does not support this version of Nest: ${difference}. Install a version that its peerDependencies allow.`,
  );
}
