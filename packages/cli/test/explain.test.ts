import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { emptyFolder } from './support/cuecard.ts';
import { dataOf, run } from './support/run.ts';

interface Explained {
  readonly explanations: readonly { readonly id: string; readonly page: string; readonly title: string }[];
}

const DOCS = new URL('../../../docs/', import.meta.url);
const HEADINGS = readdirSync(DOCS)
  .filter((name) => /^(?:troubleshooting-.*|check-rules)\.md$/.test(name))
  .flatMap((name) => [...readFileSync(new URL(name, DOCS), 'utf8').matchAll(/^### ([a-z-]+)$/gm)])
  .map(([, id = '']) => id);

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
      stdout: `method-missing Troubleshooting: classes and names

    Greeting has no method \`render\`. Add a method render(args, context) that returns the result. [method-missing]

    @Prompt()
    class Greeting {
      text = () => 'Hello';
    }

A prompt answers with \`render\`, a tool with \`call\`, a resource with \`read\`. With \`implements PromptHandler\`, \`ToolHandler\` or
\`ResourceHandler\` the compiler finds this first.
`,
    });
  });

  test('prints all sections of an id', async () => {
    const { explanations } = await dataOf<Explained>(folder.path, ['explain', 'name-taken']);
    expect(explanations.map(({ page }) => page)).toEqual([
      'Troubleshooting: classes and names',
      'Troubleshooting: the command line',
    ]);
  });

  test('prints the section that the errors of the parser share', async () => {
    const { explanations } = await dataOf<Explained>(folder.path, ['explain', 'usage-unknown-option']);
    expect(explanations.map(({ id }) => id)).toEqual(['usage']);
  });

  test('lists all ids with the first sentences of their sections, uncut in a pipe', async () => {
    const { explanations } = await dataOf<Explained>(folder.path, ['explain']);
    const { stdout } = await run(folder.path, ['explain']);
    const isListed = explanations.map(
      ({ id, title }) => title.length > 9 && stdout.includes(`\n${id} `) && stdout.includes(`${title}\n`),
    );
    expect([explanations.map(({ id }) => id).toSorted(), isListed.includes(false)]).toEqual([
      HEADINGS.toSorted(),
      false,
    ]);
    expect(explanations.find(({ id }) => id === 'interpolation-unfenced')).toEqual({
      id: 'interpolation-unfenced',
      name: 'check-rules',
      page: 'Rules of `cuecard check`',
      title: expect.stringMatching(/^A message contains .* so a model may follow the text like your instructions$/),
    });
  });

  test('names the nearest id', async () => {
    expect(await run(folder.path, ['explain', 'metod-missing'])).toEqual({
      code: 2,
      stdout: '',
      stderr: `error Unknown error id "metod-missing" [id-unknown]\nfix Did you mean method-missing?\n`,
    });
  });
});
