import { fileURLToPath } from 'node:url';
import { TextlintKernelDescriptor } from '@textlint/kernel';
import markdown from '@textlint/textlint-plugin-markdown';
import { createLinter, loadLinterFormatter } from 'textlint';
import maxWordCount from 'textlint-rule-en-max-word-count';
import prh from 'textlint-rule-prh';
import { comments } from './comments.js';
import { countByPattern, findHits, MAX_HITS } from './words.js';

// Checks how easily the repository reads: phrases.yml for documentation and docstrings, where none is allowed, and the
// patterns of patterns.js everywhere, whose number may only fall. `--list PATTERN` prints the hits of one pattern.

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DOCUMENTATION = ['*.md', 'docs/*.md', 'packages/*/README.md', 'examples/*/README.md', 'deployments/README.md'];
const SOURCES = ['packages/*/src/**/*.ts'];

/** A sentence with more words than this is two. */
const MAX_WORDS = 30;

const descriptor = new TextlintKernelDescriptor({
  rules: [
    {
      ruleId: 'phrases',
      rule: prh.default ?? prh,
      options: { rulePaths: [fileURLToPath(new URL('phrases.yml', import.meta.url))] },
    },
    { ruleId: 'sentences', rule: maxWordCount.default ?? maxWordCount, options: { max: MAX_WORDS } },
  ],
  filterRules: [],
  plugins: [
    { pluginId: 'markdown', plugin: markdown.default ?? markdown },
    { pluginId: 'comments', plugin: comments },
  ],
});

process.chdir(ROOT);
const [option, ...names] = process.argv.slice(2);
if (option === '--list') list(names);
else process.exitCode = (await hasBadPhrases([option, ...names].filter(Boolean))) || hasMoreHits() ? 1 : 0;

/** @param {readonly string[]} files */
async function hasBadPhrases(files) {
  const linter = createLinter({ descriptor, cwd: ROOT });
  const results = await linter.lintFiles(files.length > 0 ? files : [...DOCUMENTATION, ...SOURCES]);
  const faults = results.flatMap(({ messages }) => messages).length;
  if (faults > 0) console.log((await loadLinterFormatter({ formatterName: 'unix' })).format(results));
  console.log(`${results.length} files, ${faults} sentences to rewrite`);
  return faults > 0;
}

function hasMoreHits() {
  const hits = findHits(ROOT);
  console.log(`${hits.length} hits of the wording patterns, at most ${MAX_HITS} are allowed`);
  if (hits.length < MAX_HITS) console.log(`Lower MAX_HITS in tools/prose/words.js to ${hits.length}`);
  if (hits.length <= MAX_HITS) return false;
  for (const { id, count, hint } of countByPattern(hits)) console.log(`${String(count).padStart(6)} ${id}: ${hint}`);
  console.log('Print the hits of a pattern: npx -y pnpm@10 prose --list PATTERN');
  return true;
}

/** @param {readonly string[]} ids */
function list(ids) {
  for (const { id, file, line, text } of findHits(ROOT)) if (ids.includes(id)) console.log(`${file}:${line}: ${text}`);
}
