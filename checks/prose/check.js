import { fileURLToPath } from 'node:url';
import { TextlintKernelDescriptor } from '@textlint/kernel';
import markdown from '@textlint/textlint-plugin-markdown';
import { createLinter, loadLinterFormatter } from 'textlint';
import maxWordCount from 'textlint-rule-en-max-word-count';
import prh from 'textlint-rule-prh';
import { ROOT } from '../lib.js';
import { comments } from './comments.js';
import { countByPattern, findHits, MAX_HITS } from './words.js';

// Checks how easily the repository reads: phrases.yml for documentation and docstrings, where none is allowed, and the
// patterns of patterns.js everywhere, whose number may only fall. `prose:PATTERN` prints the hits of one pattern.

const DOCUMENTATION = ['*.md', 'docs/*.md', 'packages/*/README.md', 'examples/*/README.md'];
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

export const title = 'Prose';
export const seconds = 6;

/** @param {import('../lib.js').Rig} rig */
export async function faults(rig) {
  const hits = findHits(ROOT);
  for (const { id, file, line, text } of hits) if (id === rig.part) console.log(`${file}:${line}: ${text}`);
  return [...(await phraseFaults()), ...hitFaults(hits)];
}

async function phraseFaults() {
  const linter = createLinter({ descriptor, cwd: ROOT });
  const results = await linter.lintFiles([...DOCUMENTATION, ...SOURCES]);
  if (results.every(({ messages }) => messages.length === 0)) return [];
  return [(await loadLinterFormatter({ formatterName: 'unix' })).format(results)];
}

/** @param {ReturnType<typeof findHits>} hits */
function hitFaults(hits) {
  console.log(`${hits.length} hits of the wording patterns, at most ${MAX_HITS} are allowed`);
  if (hits.length < MAX_HITS) console.log(`Lower MAX_HITS in checks/prose/words.js to ${hits.length}`);
  if (hits.length <= MAX_HITS) return [];
  const counts = countByPattern(hits).map(({ id, count, hint }) => `${String(count).padStart(6)} ${id}: ${hint}`);
  const remedy = 'Print the hits of a pattern: npx -y pnpm@10 checks prose:PATTERN';
  return [`${hits.length} hits are too many\n${counts.join('\n')}\n${remedy}`];
}
