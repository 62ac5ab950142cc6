import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { emptyFolder } from './support/cuecard.ts';
import { dataOf, run } from './support/run.ts';

interface Explained {
  readonly explanations: readonly { readonly id: string; readonly page: string; readonly title: string }[];
}

const DOCS = ['troubleshooting', 'problems', 'check'].map((page) =>
  readFileSync(new URL(`../../../docs/${page}.md`, import.meta.url), 'utf8'),
);

let folder: Awaited<ReturnType<typeof emptyFolder>>;
beforeAll(async () => {
  folder = await emptyFolder();
});
afterAll(() => folder.remove());

describe('cuecard explain', () => {
  test('prints the section that an error names', async () => {
    expect(await run(folder.path, ['explain', 'method-missing'])).toEqual({
      code: 0,
      stderr: '',
      stdout: `method-missing Troubleshooting

    Greeting has no method \`render\`. Add a method render(args, context) that returns the answer. [method-missing]

    @Prompt()
    class Greeting {
      text = () => 'Hello';
    }

A prompt answers with \`render\`, a tool with \`call\`, a resource with \`read\`. \`implements PromptHandler\`, \`ToolHandler\` or
\`ResourceHandler\` lets the compiler find this first.
`,
    });
  });

  test('prints all sections of an id', async () => {
    const { explanations } = await dataOf<Explained>(folder.path, ['explain', 'name-taken']);
    expect(explanations.map(({ page }) => page)).toEqual(['Troubleshooting', 'Problems of the command line']);
  });

  test('prints the section that the errors of the parser share', async () => {
    const { explanations } = await dataOf<Explained>(folder.path, ['explain', 'usage-unknown-option']);
    expect(explanations.map(({ id }) => id)).toEqual(['usage']);
  });

  test('lists all ids with the first sentences of their sections, uncut in a pipe', async () => {
    const { explanations } = await dataOf<Explained>(folder.path, ['explain']);
    const { stdout } = await run(folder.path, ['explain']);
    const headings = DOCS.flatMap((page) => [...page.matchAll(/^### ([a-z-]+)$/gm)].map(([, id]) => id));
    const isListed = explanations.map(
      ({ id, title }) => title.length > 9 && stdout.includes(`\n${id} `) && stdout.includes(`${title}\n`),
    );
    expect([explanations.map(({ id }) => id), isListed.includes(false)]).toEqual([headings, false]);
    expect(explanations.find(({ id }) => id === 'interpolation-unfenced')).toEqual({
      id: 'interpolation-unfenced',
      page: 'Checking definitions',
      title: expect.stringMatching(/^A message contains .* so the author of the text can speak for you$/),
    });
  });

  test('names the nearest id', async () => {
    expect(await run(folder.path, ['explain', 'metod-missing'])).toEqual({
      code: 2,
      stdout: '',
      stderr: `error No error has the id "metod-missing" [id-unknown]\nfix Did you mean method-missing?\n`,
    });
  });
});
