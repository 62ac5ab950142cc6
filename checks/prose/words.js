import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lex, lineFinder } from './lexer.js';
import { NAMES, PATTERNS, PROSE } from './patterns.js';
import { commentUnits, docUnits, jsxUnits, nameUnits, stringUnits, titleUnits } from './units.js';

// Counts the wording patterns in documentation, comments, test titles, messages, the page and declared names.

/** The hits today. A change may only lower them: write the new number here. */
export const MAX_HITS = 2_904;

const DOCS = /^(?:README|CONTRIBUTING|SECURITY)\.md$|^docs\/[^/]+\.md$|^(?:packages|examples)\/(?:[^/]+\/)?README\.md$/;
const SOURCE = /^packages\/[^/]+\/src\/.*\.tsx?$/;
const PAGE = /^packages\/cli\/page\/.*\.tsx?$/;
const TEST =
  /^(?:packages\/[^/]+\/|examples\/[^/]+\/|build\/|docs\/)test\/.*\.tsx?$|^(?:packages\/[^/]+|examples)\/.*\.test\.tsx?$/;
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
  return [...Object.entries(PATTERNS), ...Object.entries(NAMES)]
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
  const isPage = PAGE.test(file);
  const isTest = TEST.test(file);
  if (DOCS.test(file)) return proseHits('docs', docUnits(source), file);
  if (!isPage && !isTest && !SOURCE.test(file)) return [];
  const lineOf = lineFinder(source);
  const { comments, strings, code } = lex(file, source);
  const names = nameUnits(code, lineOf, file).filter(({ kind }) => !isTest || kind === 'file');
  return [
    ...proseHits(isTest ? 'tests' : 'comments', commentUnits(comments, lineOf), file),
    ...(isTest ? proseHits('titles', titleUnits(code, strings, lineOf), file) : []),
    ...(SOURCE.test(file) ? proseHits('messages', stringUnits(strings, lineOf), file) : []),
    ...(isPage ? proseHits('page', pageUnits({ code, strings, source, lineOf, file }), file) : []),
    ...nameHits(names, file),
  ];
}

/** @param {any} page */
function pageUnits({ code, strings, source, lineOf, file }) {
  return [...stringUnits(strings, lineOf), ...(file.endsWith('x') ? jsxUnits(code, source, lineOf) : [])];
}

/**
 * @param {string} area
 * @param {readonly { line: number, text: string }[]} units
 * @param {string} file
 */
function proseHits(area, units, file) {
  return Object.entries(PATTERNS)
    .filter(([, { areas = PROSE }]) => areas.includes(area))
    .flatMap(([id, pattern]) =>
      units.filter(({ text }) => isHit(pattern, text)).map((unit) => ({ id, file, ...unit })),
    );
}

/**
 * @param {{ regex?: RegExp, maxWords?: number }} pattern
 * @param {string} text
 */
function isHit({ regex, maxWords = Infinity }, text) {
  return regex === undefined ? text.split(/\s+/).length > maxWords : regex.test(text);
}

/**
 * @param {readonly { kind: string, name: string, line: number }[]} names
 * @param {string} file
 */
function nameHits(names, file) {
  return Object.entries(NAMES).flatMap(([id, { kinds, test }]) =>
    names
      .filter(({ kind, name }) => kinds.includes(kind) && test(name))
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
