import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { SITE } from '../docs/address.js';

// The addresses of the site and of the repository. The package.json of the root holds the latter; in a workflow of GitHub it
// is the repository that the workflow belongs to, because npm accepts a statement of provenance for no other.

const { repository } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env;

/** The address of the repository in a browser. @type {string} */
export const REPOSITORY =
  server !== undefined && name !== undefined ? `${server}/${name}` : repository.url.replace(/^git\+|\.git$/g, '');

/**
 * The fields of a package.json that say where a package comes from.
 * @param {string} folder of the package, from the root
 */
export function addressFields(folder) {
  return {
    homepage: SITE,
    bugs: `${REPOSITORY}/issues`,
    repository: { type: 'git', url: `git+${REPOSITORY}.git`, directory: folder },
  };
}

const LINK = /(?<=\]\()(?![a-z]+:|#)([^)\s#]+)(#[^)\s]*)?(?=\))/g;

/**
 * Replaces relative links in Markdown by addresses.
 * @param {string} markdown
 * @param {string} path of the file, from the root
 * @param {(path: string) => boolean} [isKept] whether a link to a file stays relative
 */
export function withAddresses(markdown, path, isKept = () => false) {
  return markdown.replaceAll(LINK, (link, file, heading = '') => {
    const target = posix.join(posix.dirname(path), file);
    return isKept(target) ? link : addressOf(target) + heading;
  });
}

/** @param {string} path */
function addressOf(path) {
  const [, page] = /^docs\/(.+)\.md$/.exec(path) ?? [];
  if (page === undefined) return `${REPOSITORY}/tree/main/${path}`;
  return `${SITE}/${page === 'README' ? 'contents' : page}`;
}
