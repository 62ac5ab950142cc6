import { fileURLToPath } from 'node:url';
import { TextlintKernelDescriptor } from '@textlint/kernel';
import markdown from '@textlint/textlint-plugin-markdown';
import { createLinter, loadLinterFormatter } from 'textlint';
import maxWordCount from 'textlint-rule-en-max-word-count';
import prh from 'textlint-rule-prh';
import { comments } from './comments.js';

// Reads the documentation and the comments of the packages for what makes them hard to read: phrases.yml says what.

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
const asked = process.argv.slice(2);
const results = await createLinter({ descriptor, cwd: ROOT }).lintFiles(
  asked.length > 0 ? asked : [...DOCUMENTATION, ...SOURCES],
);
const faults = results.flatMap(({ messages }) => messages).length;
if (faults > 0) console.log((await loadLinterFormatter({ formatterName: 'unix' })).format(results));
console.log(`${results.length} files, ${faults} sentences to rewrite`);
process.exitCode = faults === 0 ? 0 : 1;
