import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Ends the report of a run: which tests were skipped and why, and which tests only `test:slow` runs. */
export default class Summary {
  /** @param {{ rootDir: string }} config */
  constructor({ rootDir }) {
    this.root = rootDir;
  }

  /**
   * @param {unknown} _contexts
   * @param {import('@jest/reporters').AggregatedResult} results
   */
  onRunComplete(_contexts, { testResults }) {
    const skipped = testResults.flatMap(({ testResults: tests }) => tests.filter(({ status }) => status === 'pending'));
    const files = testResults.map(({ testFilePath }) => relative(this.root, testFilePath));
    const lines = [...skipReport(skipped), ...(isWholeFastRun(files) ? slowReport(this.root) : [])];
    if (lines.length > 0) process.stderr.write(`\n${lines.join('\n')}\n`);
  }
}

/** @param {import('@jest/reporters').AggregatedResult['testResults'][number]['testResults']} tests */
function skipReport(tests) {
  const counts = countBy(tests, ({ fullName }) => /\(skipped: (.+?)\)/.exec(fullName)?.[1] ?? `${fullName}: no reason`);
  return counts.map(([reason, count]) => `${count} tests were skipped: ${reason}`);
}

/** @param {string} root */
function slowReport(root) {
  const listing = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.slow.test.ts'], { cwd: root });
  const files = String(listing).split('\n').filter(Boolean);
  const counts = countBy(files, (file) => slowReason(readFileSync(join(root, file), 'utf8')));
  return [
    `${files.length} more test files belong to test:slow. Run them with: npx -y pnpm@10 test:slow`,
    ...counts.map(([reason, count]) => `  ${String(count).padStart(3)}  ${reason}`),
  ];
}

/** @param {string} source of a test file, whose first line is a comment such as `@slow measures memory: 3,000 messages` */
function slowReason(source) {
  return /^\/\*\* @slow ([^:*]+)/.exec(source)?.[1]?.trim() ?? 'no reason given';
}

/** @param {readonly string[]} files */
function isWholeFastRun(files) {
  return files.length > 100 && !files.some((file) => file.endsWith('.slow.test.ts'));
}

/**
 * @template Item
 * @param {readonly Item[]} items
 * @param {(item: Item) => string} keyOf
 * @returns {[string, number][]} the largest count first
 */
function countBy(items, keyOf) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a);
}
