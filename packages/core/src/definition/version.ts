import compareBuild from 'semver/functions/compare-build.js';
import parse from 'semver/functions/parse.js';

interface Versioned {
  readonly version: string | undefined;
}

/** Whether a text is a semantic version, as https://semver.org writes them. */
export function isVersion(text: string): boolean {
  return parse(text)?.raw === text && /^\d/.test(text);
}

/** Labels and versions can be told apart; "latest" is no label, for nobody moves it. */
export function isLabel(text: string): boolean {
  return /^[A-Za-z_-][A-Za-z0-9_-]*$/.test(text) && text !== 'latest';
}

/** Of the versions of a name, the highest first, and those that are released before all that are not. */
export function byPrecedence({ version: one = '0.0.0' }: Versioned, other: Versioned): number {
  const { version: another = '0.0.0' } = other;
  return Number(isPrerelease(one)) - Number(isPrerelease(another)) || compareBuild(another, one);
}

function isPrerelease(version: string): boolean {
  return (parse(version)?.prerelease.length ?? 0) > 0;
}

/** A name as clients ask for it: `review`, or `review@1.2.0` for one version of it. */
export function splitName(asked: string): { readonly name: string; readonly version: string | undefined } {
  const at = asked.indexOf('@');
  return at < 0 ? { name: asked, version: undefined } : { name: asked.slice(0, at), version: asked.slice(at + 1) };
}
