import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NAMES, PATTERNS, PROSE, STRICT } from './patterns.js';
import { docUnits, sourceUnits } from './units.js';

// Counts the wording patterns in documentation, comments, test titles, messages, the page and declared names.

/** The hits today. A change may only lower them: write the new number here. */
export const MAX_HITS = 52;

const DOCS = /^(?:README|CONTRIBUTING|SECURITY)\.md$|^docs\/[^/]+\.md$|^(?:packages|examples)\/(?:[^/]+\/)?README\.md$/;
const SOURCE = /^packages\/[^/]+\/src\/.*\.tsx?$/;
const PAGE = /^packages\/cli\/page\/.*(?<!\.test)\.tsx?$/;
const TEST =
  /^(?:packages\/[^/]+\/|examples\/[^/]+\/|build\/|docs\/)test\/.*\.tsx?$|^(?:packages\/[^/]+|examples)\/.*\.test\.tsx?$/;
/** @typedef {import('./units.js').Unit} Unit */

/**
 * The areas of the units of a file, by its path.
 * @type {readonly (readonly [RegExp, Readonly<Record<string, readonly ('comments' | 'strings' | 'titles' | 'jsx')[]>>])[]}
 */
const AREAS = [
  [SOURCE, { comments: ['comments'], messages: ['strings'] }],
  [PAGE, { comments: ['comments'], page: ['strings', 'jsx'] }],
  [TEST, { tests: ['comments'], titles: ['titles'] }],
];
const SKIPPED = /\.d\.ts$|zh-CN/;

/** @typedef {{ id: string, file: string, line: number, text: string }} Hit */

/**
 * @param {string} root of the repository
 * @returns {Hit[]}
 */
export function findHits(root) {
  const listing = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  const files = [...new Set(listing.split('\n'))].filter((file) => !SKIPPED.test(file));
  return files.flatMap((file) => hitsIn(root, file));
}

/** @param {readonly Hit[]} hits */
export function countByPattern(hits) {
  return Object.entries({ ...PATTERNS, ...NAMES, ...STRICT })
    .map(([id, { hint }]) => ({ id, hint, count: hits.filter((hit) => hit.id === id).length }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
}

/**
 * @param {string} root
 * @param {string} file
 * @returns {Hit[]}
 */
function hitsIn(root, file) {
  const source = read(join(root, file));
  if (source === undefined) return [];
  if (DOCS.test(file)) return proseHits('docs', docUnits(source), file);
  const areas = AREAS.filter(([pattern]) => pattern.test(file)).flatMap(([, own]) => Object.entries(own));
  if (areas.length === 0) return [];
  const units = sourceUnits(file, source);
  const names = TEST.test(file) ? units.names.filter(({ kind }) => kind === 'file') : units.names;
  return [
    ...areas.flatMap(([area, kinds]) => kinds.flatMap((kind) => proseHits(area, units[kind], file))),
    ...nameHits(names, file),
  ];
}

/**
 * @param {string} area
 * @param {readonly Unit[]} units
 * @param {string} file
 */
function proseHits(area, units, file) {
  return Object.entries({ ...PATTERNS, ...STRICT })
    .filter(([, { areas = PROSE }]) => areas.includes(area))
    .flatMap(([id, pattern]) =>
      units.filter(({ text }) => isHit(pattern, text)).map((unit) => ({ id, file, ...unit })),
    );
}

/**
 * @param {import('./patterns.js').Pattern} pattern
 * @param {string} text
 */
function isHit({ regex, maxWords = Infinity }, text) {
  return regex === undefined ? text.split(/\s+/).length > maxWords : regex.test(text);
}

/**
 * @param {readonly import('./units.js').Name[]} names
 * @param {string} file
 */
function nameHits(names, file) {
  return Object.entries(NAMES).flatMap(([id, { kinds, regex, except }]) =>
    names
      .filter(({ kind, name }) => kinds.includes(kind) && regex.test(name) && !except?.test(name))
      .map(({ kind, name, line }) => ({ id, file, line, text: `${kind} ${name}` })),
  );
}

/** @param {string} file that git lists, which may be deleted in the working tree */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
