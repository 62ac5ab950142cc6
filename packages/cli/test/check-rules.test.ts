import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from '@jest/globals';
import { dataOf } from './support/run.ts';
import { foundProject } from './support/found-project.ts';

interface Report {
  readonly findings: readonly { readonly rule: string; readonly where?: { readonly path: string } }[];
}

const page = readFileSync(new URL('../../../docs/check.md', import.meta.url), 'utf8');
const sections = page
  .slice(page.indexOf('\n## Rules'))
  .split(/\n### /)
  .slice(1);
const EXAMPLE = /\n(Bad|Good):\n\n```typescript\n([^]*?)```/g;

/** Returns the bad or good examples of the page, by file name. */
function examplesThatAre(label: string): Record<string, string> {
  return Object.fromEntries(
    sections.flatMap((section) => {
      const [rule = ''] = section.split('\n');
      const found = [...section.matchAll(EXAMPLE)].filter(([, kind]) => kind === label);
      return found.map(([, , code = '']) => [`${rule}.ts`, code] as const);
    }),
  );
}

const projects = { bad: foundProject(examplesThatAre('Bad')), good: foundProject(examplesThatAre('Good')) };

afterAll(() => {
  for (const project of Object.values(projects)) project.remove();
});

const ids = sections.map((section) => section.split('\n')[0] ?? '');

describe('cuecard check', () => {
  test('finds only the bad example of each section in docs/check.md', async () => {
    const { findings } = await dataOf<Report>(projects.bad.path, ['check']);
    const found = new Set(findings.map(({ rule, where }) => `${where?.path} ${rule}`));
    expect([...found].toSorted()).toEqual(ids.map((id) => `src/${id}.ts ${id}`).toSorted());
  });

  test('finds nothing in the good examples of docs/check.md', async () => {
    expect(await dataOf(projects.good.path, ['check'])).toEqual({
      findings: [],
      suppressed: 1,
      checked: 24,
      unjudged: [],
    });
  });

  test('has its rules in the order of docs/check.md', async () => {
    const { RULES } = await import('../build/check/rules.js');
    expect(RULES.map(({ id }) => id)).toEqual(ids);
  });
});
