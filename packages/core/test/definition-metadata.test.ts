import {
  Prompt,
  type PromptHandler,
  Registry,
  definePack,
  definePrompt,
  defineResource,
  defineTool,
  mount,
  type RegistryEntry,
  Runtime,
} from '@cuecard/core';
import { expect, test, describe } from '@jest/globals';
import { promptClass } from './support/prompts.ts';

test.each([
  ['CodeReviewPrompt', 'code_review'],
  ['CodeReview', 'code_review'],
  ['Review', 'review'],
  ['Prompt', 'prompt'],
  ['PromptPrompt', 'prompt'],
  ['HTTPCheckPrompt', 'http_check'],
  ['CheckHTTP', 'check_http'],
  ['Plan2026Prompt', 'plan2026'],
  ['lowerCase', 'lower_case'],
])('Prompt() turns the class name %s into the prompt name %s', (className, name) => {
  const { [className]: type } = {
    [className]: class implements PromptHandler {
      render = () => '';
    },
  };
  if (type === undefined) throw new Error('no class');
  Prompt()(type);
  expect(new Registry([type]).list().map((prompt) => prompt.name)).toEqual([name]);
});

test('Prompt({ name }) keeps the name unchanged', () => {
  const Anything = promptClass('Anything', '', { name: 'team/review.v2' });
  expect(new Registry([Anything]).get('team/review.v2')?.type).toBe(Anything);
});

describe('Definition.tags', () => {
  const render = () => 'Hello';
  const tagsOf = (entries: readonly RegistryEntry[]) => [...new Registry(entries).list()].map(({ tags }) => tags);

  test('appears in definitions and list entries of every kind', async () => {
    const tags = ['review', 'for teams'];
    @Prompt({ name: 'review', tags })
    class Review {
      render = render;
    }
    const tool = defineTool({ name: 'count', tags, call: () => 'one' });
    const page = defineResource({ name: 'page', uri: 'docs://page', tags, read: () => 'Text' });
    const runtime = new Runtime({ prompts: [Review], tools: [tool], resources: [page] });
    const { prompts } = await runtime.prompts.list();
    const { tools } = await runtime.tools.list();
    const { resources } = (await runtime.resources?.list()) ?? { resources: [] };
    const listed = [...prompts, ...tools, ...resources].map(({ _meta }) => _meta?.['dev.cuecard/tags']);
    expect([...tagsOf([Review, tool, page]), ...listed]).toEqual([tags, tags, tags, tags, tags, tags]);
  });

  test('is missing from the list entry of a definition without tags', async () => {
    const { prompts } = await new Runtime({ prompts: [definePrompt({ name: 'hello', render })] }).prompts.list();
    expect(prompts).toEqual([{ name: 'hello' }]);
  });

  test('starts with the tags of packs, outermost pack first, without duplicates', () => {
    const hello = definePrompt({ name: 'hello', tags: ['greeting', 'desk'], render });
    const inner = definePack({ name: 'inner', version: '1.0.0', tags: ['inner', 'greeting'], prompts: [hello] });
    const outer = definePack({ name: 'outer', version: '1.0.0', tags: ['desk'], prompts: [mount(inner)] });
    expect(tagsOf([outer])).toEqual([['desk', 'inner', 'greeting']]);
  });

  test.each([
    ['', '""'],
    ['two\nlines', '"two\\nlines"'],
    ['hidden\u200b', '"hidden\u200b"'],
    ['x'.repeat(41), `"${'x'.repeat(41)}"`],
  ])('rejects a tag that catalogues cannot show: %j', (tag, shown) => {
    const problem = `has the tag ${shown}, which is invalid. Use a single line of at most 40 characters, without leading or trailing spaces. [tag-invalid]`;
    expect(() => definePrompt({ name: 'hello', tags: [tag], render })).toThrow(`hello ${problem}`);
    expect(() => new Registry([definePack({ name: 'pack', version: '1.0.0', tags: [tag] })])).toThrow(
      `pack ${problem}`,
    );
  });
});
