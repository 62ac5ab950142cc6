import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileOf } from './static-server.js';

// Follows every link of the site, without a browser.

/** @typedef {{ readonly path: string, readonly targets: readonly string[], readonly ids: ReadonlySet<string> }} Page */

/**
 * Returns the links that lead to no file, or to no anchor.
 * @param {string} folder the built site
 * @param {string} base the path of the site
 * @param {readonly string[]} addresses addresses that others link to
 * @returns {Promise<{ pages: number, links: number, broken: readonly string[] }>}
 */
export async function followLinks(folder, base, addresses) {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.html'));
  const pages = new Map(await Promise.all(files.map(async (file) => pageOf(folder, file))));
  const all = [...pages].flatMap(([file, { targets }]) =>
    file === '404.html' ? [] : targets.map((target) => ({ from: file, target })),
  );
  all.push(...addresses.map((target) => ({ from: 'an error', target })));
  const broken = all.filter(({ from, target }) => {
    const { origin, pathname, hash } = new URL(target, `site:${base}${from}`);
    if (origin !== 'null') return false;
    const file = pathname.startsWith(base) ? fileOf(folder, pathname.slice(base.length - 1)) : undefined;
    if (file === undefined) return true;
    const ids = pages.get(file.slice(folder.length + 1))?.ids;
    return hash !== '' && ids?.has(decodeURIComponent(hash.slice(1))) !== true;
  });
  const lines = broken.map(({ from, target }) => `${from} links to ${target}, which does not exist`);
  return { pages: pages.size, links: all.length, broken: [...new Set(lines)] };
}

/**
 * @param {string} folder
 * @param {string} file
 * @returns {Promise<[string, { targets: readonly string[], ids: ReadonlySet<string> }]>}
 */
async function pageOf(folder, file) {
  const html = await readFile(join(folder, file), 'utf8');
  const all = (/** @type {RegExp} */ pattern) => [...html.matchAll(pattern)].map(([, found = '']) => found);
  const targets = all(/ (?:href|src)="([^"]*)"/g).map((target) => target.replaceAll('&amp;', '&'));
  return [file, { targets, ids: new Set(all(/ id="([^"]*)"/g)) }];
}
