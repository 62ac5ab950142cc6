import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { type CommandRow, COMMANDS } from '../build/commands.js';
import { run } from './support/run.ts';

const DIST = new URL('../dist/', import.meta.url);
const DOCS = new URL('../../../docs/', import.meta.url);
const PAGES = readdirSync(DOCS)
  .filter((name) => name.endsWith('.md'))
  .map((name) => readFileSync(new URL(name, DOCS), 'utf8').replace(/^.*/, (title) => title.replaceAll('`', '')));
const here = fileURLToPath(new URL('.', import.meta.url));

/** Returns the imports of a bundle, direct and indirect. */
function importedBy(file: string, found = new Set<string>()): ReadonlySet<string> {
  for (const [, specifier = ''] of readFileSync(new URL(file, DIST), 'utf8').matchAll(
    /^(?:import|export)\b[^;]*?["']([^"'\n]+)["'];$/gm,
  )) {
    if (found.has(specifier)) continue;
    found.add(specifier);
    if (specifier.startsWith('.')) importedBy(specifier, found);
  }
  return found;
}

describe('cuecard --help', () => {
  test('loads only the parser of the command line', () => {
    const packages = [...importedBy('cuecard.js')].filter((each) => !/^(?:[.]|node:)/.test(each));
    expect(packages.filter((each) => each !== 'commander')).toEqual([]);
  });

  test('lists the commands and their options within 80 columns', async () => {
    const help = await run(here, ['--help']);
    const names = [...help.stdout.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name = '']) => name);
    const helps = await Promise.all(names.filter((name) => name !== 'help').map((name) => run(here, [name, '--help'])));
    expect(names).toEqual(
      expect.arrayContaining(['dev', 'serve', 'list', 'get', 'call', 'read', 'complete', 'new', 'connect', 'explain']),
    );
    for (const { code, stdout, stderr } of [help, ...helps]) {
      expect([code, stderr, stdout.split('\n').filter((line) => line.length > 80)]).toEqual([0, '', []]);
    }
  });

  test.each(Object.entries<CommandRow>(COMMANDS))(
    'ends with an example and a page: %s',
    async (name, { example, page }) => {
      const { stdout } = await run(here, [name, '--help']);
      expect(stdout.endsWith(`\n\nExample: ${example}\nSee ${page}\n`)).toBe(true);
      const [command, ...words] = example.split(' ').slice(1);
      const unknown = words.filter((word) => word.startsWith('--') && !stdout.includes(word));
      expect([command, unknown]).toEqual([name, []]);
      const [, heading, title] = /^(?:"(.*)" in )?"(.*)"$/.exec(page) ?? [];
      const text = PAGES.find((each) => each.startsWith(`# ${title}\n`)) ?? '';
      expect(text).toContain(heading === undefined ? `# ${title}\n` : `\n## ${heading}\n`);
    },
  );
});
