import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from '@jest/globals';
import { dataOf } from './support/run.ts';
import { foundProject } from './support/found-project.ts';

interface Report {
  readonly findings: readonly { readonly rule: string; readonly where?: { readonly path: string } }[];
}

const page = readFileSync(new URL('../../../docs/check-rules.md', import.meta.url), 'utf8');
const sections = page
  .slice(page.indexOf('\n## Rules'))
  .split(/\n### /)
  .slice(1);
/** Returns the code of each section, by file name: before its change, or after. */
function examples(side: 'before' | 'after'): Record<string, string> {
  const left = side === 'before' ? '+' : '-';
  return Object.fromEntries(
    sections.flatMap((section) => {
      const [rule = ''] = section.split('\n');
      return [...section.matchAll(/^```diff\n([^]*?)^```/gm)].map(([, code = '']) => {
        const lines = code.split('\n').filter((line) => !line.startsWith(left));
        return [`${rule}.ts`, lines.map((line) => line.slice(1)).join('\n')] as const;
      });
    }),
  );
}

const projects = { bad: foundProject(examples('before')), good: foundProject(examples('after')) };

afterAll(() => {
  for (const project of Object.values(projects)) project.remove();
});

const ids = sections.map((section) => section.split('\n')[0] ?? '');

describe('cuecard check', () => {
  test('finds only the faulty code of each section in docs/check-rules.md', async () => {
    const { findings } = await dataOf<Report>(projects.bad.path, ['check']);
    const found = new Set(findings.map(({ rule, where }) => `${where?.path} ${rule}`));
    expect([...found].toSorted()).toEqual(ids.map((id) => `src/${id}.ts ${id}`).toSorted());
  });

  test('finds nothing in the corrected code of docs/check-rules.md', async () => {
    expect(await dataOf(projects.good.path, ['check'])).toEqual({
      findings: [],
      suppressed: 1,
      checked: 24,
      unjudged: [],
    });
  });

  test('has its rules in the order of docs/check-rules.md', async () => {
    const { RULES } = await import('../build/check/rules.js');
    expect(RULES.map(({ id }) => id)).toEqual(ids);
  });
});
