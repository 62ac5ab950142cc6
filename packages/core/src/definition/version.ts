import compareBuild from 'semver/functions/compare-build.js';
import parse from 'semver/functions/parse.js';

interface Versioned {
  readonly version: string | undefined;
}

/** Whether a string is a semantic version, as defined by https://semver.org. */
export function isVersion(text: string): boolean {
  return parse(text)?.raw === text && /^\d/.test(text);
}

/** Labels must be distinguishable from versions. "latest" is not a label: it moves by itself. */
export function isLabel(text: string): boolean {
  return /^[A-Za-z_-][A-Za-z0-9_-]*$/.test(text) && text !== 'latest';
}

/** Orders the versions of a name: highest first, releases before prereleases. */
export function byPrecedence({ version: one = '0.0.0' }: Versioned, other: Versioned): number {
  const { version: another = '0.0.0' } = other;
  return Number(isPrerelease(one)) - Number(isPrerelease(another)) || compareBuild(another, one);
}

function isPrerelease(version: string): boolean {
  return (parse(version)?.prerelease.length ?? 0) > 0;
}

/** Splits a requested name: `review`, or `review@1.2.0` for one version of it. */
export function splitName(asked: string): { readonly name: string; readonly version: string | undefined } {
  const at = asked.indexOf('@');
  return at < 0 ? { name: asked, version: undefined } : { name: asked.slice(0, at), version: asked.slice(at + 1) };
}
