import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sectionOf } from '@cuecard/core';
import { SITE } from '../../build/docs/address.js';
import { ROOT, run } from '../lib.js';
import { inChromium, inspectPages, readSite } from './browser.js';
import { followLinks } from './links.js';
import { serve } from './static-server.js';

// Builds the site, follows its links, and reads it in Chromium.

export const title = 'Site';
export const seconds = 60;
export const needs = /** @type {const} */ (['chromium']);

const FOLDER = join(ROOT, 'site/dist');
const BASE = new URL(`${SITE}/`).pathname;

/** @param {import('../lib.js').Rig} rig */
export async function faults(rig) {
  const built = await rig.try('is built', async () => {
    const { code, output } = await run(process.execPath, ['site/site.js', 'build'], { cwd: ROOT });
    return code === 0 ? [] : [output];
  });
  if (built.length > 0) return built;
  const links = await rig.try('links to pages and anchors that exist', linkFaults);
  const { url, close } = await serve(FOLDER, BASE);
  const read = await inChromium(url, async (browser) => [
    ...(await rig.try('is searched, and explains errors', () => readSite(browser, url))),
    ...(await rig.try('is accessible in both themes, on a desk and on a phone', () => inspectPages(browser, url))),
  ]);
  close();
  return [...links, ...read];
}

async function linkFaults() {
  const source = await readFile(join(ROOT, 'packages/core/src/troubleshooting.ts'), 'utf8');
  const ids = [...source.matchAll(/\| '([a-z-]+)'/g)].map(([, id = '']) => id);
  const addresses = ids.map((id) => sectionOf(id).slice(SITE.length - BASE.length + 1));
  const { pages, links, broken } = await followLinks(FOLDER, BASE, addresses);
  console.log(`${links} links on ${pages} pages`);
  return broken;
}
