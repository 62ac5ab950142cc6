import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { groups } from '../build/docs/pages.js';
import { packageFolders } from '../build/packages.js';
import { REPOSITORY } from '../build/release/addresses.js';

// Which Markdown of the repository is a page of the site, and where its links lead on the site.

/** The repository. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A page: its file in the repository, its file on the site, its heading and its text. */
/** @typedef {{ readonly source: string, readonly path: string, readonly title: string, readonly text: string }} Source */

const CHINESE = '.zh-CN.md';
const PICTURE = /\.(?:png|svg)$/;

/** @returns {Promise<readonly Source[]>} */
export async function sources() {
  const packages = (await packageFolders()).map((folder) => basename(folder));
  const files = [...(await readdir(ROOT)), ...(await readdir(join(ROOT, 'docs'))).map((file) => `docs/${file}`)];
  const chinese = files.filter((file) => file.endsWith(CHINESE));
  return [
    sourceOf('README.md', 'index.md'),
    sourceOf('docs/README.md', 'contents.md'),
    ...groups().flatMap(({ pages }) => pages.map(({ name }) => sourceOf(`docs/${name}.md`, `${name}.md`))),
    ...packages.map((name) => sourceOf(`packages/${name}/README.md`, `packages/${name}.md`)),
    ...chinese.map((file) => sourceOf(file, `zh/${basename(file, CHINESE).replace('README', 'index')}.md`)),
  ];
}

/**
 * @param {string} source
 * @param {string} path
 * @returns {Source}
 */
function sourceOf(source, path) {
  const text = readFileSync(join(ROOT, source), 'utf8');
  return { source, path, title: /^# (.*)/m.exec(text)?.[1] ?? path, text };
}

/** Rewrites the links of a page for the site. */
export class Links {
  /** @type {Set<string>} the pictures that pages show, by their files in the repository */
  pictures = new Set();
  #pages;

  /** @param {readonly Source[]} all */
  constructor(all) {
    this.#pages = new Map(all.map(({ source, path }) => [source, path]));
  }

  /**
   * Returns the text with links to pages of the site, and to the repository for other files.
   * @param {Source} page
   */
  rewrite(page) {
    // Code keeps its text.
    const parts = page.text.split(/(^```[^]*?^```$)/m);
    return parts.map((part, index) => (index % 2 === 1 ? part : this.#rewritten(part, page))).join('');
  }

  /**
   * @param {string} text
   * @param {Source} page
   */
  #rewritten(text, page) {
    return text
      .replaceAll(
        /(!?\[[^[\]]*\]\()(?!#|[a-z]+:)([^)\s]+)\)/g,
        (_, start, target) => `${start}${this.#target(target, page)})`,
      )
      .replaceAll(
        /\b(src|srcset)="(?![a-z]+:)([^"]+)"/g,
        (_, name, target) => `${name}="${this.#target(target, page)}"`,
      );
  }

  /**
   * @param {string} target
   * @param {Source} page
   */
  #target(target, { source, path }) {
    const [file = '', hash] = target.split('#');
    const linked = posix.join(posix.dirname(source), file);
    if (!existsSync(join(ROOT, linked))) throw new Error(`${source} links to ${target}, which does not exist`);
    if (PICTURE.test(linked)) {
      this.pictures.add(linked);
      return `/images/${basename(linked)}`;
    }
    const found = this.#pages.get(linked) ?? this.#pages.get(posix.join(linked, 'README.md'));
    if (found === undefined) return `${REPOSITORY}/blob/main/${linked}`;
    const relative = posix.relative(posix.dirname(path), found);
    return `${relative.startsWith('.') ? '' : './'}${relative}${hash === undefined ? '' : `#${hash}`}`;
  }
}
