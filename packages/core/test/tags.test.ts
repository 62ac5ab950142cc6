import {
  definePack,
  definePrompt,
  defineResource,
  defineTool,
  type Definition,
  mount,
  Prompt,
  Registry,
  type RegistryEntry,
  Runtime,
} from '@cuecard/core';
import { expect, test } from '@jest/globals';

const render = () => 'Hello';
const tagsOf = (entries: readonly RegistryEntry[]) => [...new Registry(entries).list()].map(({ tags }) => tags);

test('tags are in the definition, and in the list entry that clients get, for every kind', async () => {
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

test('without tags, an entry says nothing of them', async () => {
  const { prompts } = await new Runtime({ prompts: [definePrompt({ name: 'hello', render })] }).prompts.list();
  expect(prompts).toEqual([{ name: 'hello' }]);
});

test('a pack adds its tags to those of its definitions, each once, the outermost pack first', () => {
  const hello = definePrompt({ name: 'hello', tags: ['greeting', 'desk'], render });
  const inner = definePack({ name: 'inner', version: '1.0.0', tags: ['inner', 'greeting'], prompts: [hello] });
  const outer = definePack({ name: 'outer', version: '1.0.0', tags: ['desk'], prompts: [mount(inner)] });
  expect(tagsOf([outer])).toEqual([['desk', 'inner', 'greeting']]);
});

test('what takes the place of a definition of a pack has the tags of the pack, too', () => {
  class Hello {
    render = render;
  }
  Prompt({ name: 'hello' })(Hello);
  class Anew {
    render = render;
  }
  Prompt({ name: 'hello', tags: ['new'] })(Anew);
  const pack = definePack({ name: 'pack', version: '1.0.0', tags: ['pack'], prompts: [Hello] });
  const [definition] = new Registry([pack]).exchange([Hello], [Anew]).list() as Iterable<Definition>;
  expect(definition?.tags).toEqual(['pack', 'new']);
});

test.each([
  ['', '""'],
  ['two\nlines', '"two\\nlines"'],
  ['hidden\u200b', '"hidden\u200b"'],
  ['x'.repeat(41), `"${'x'.repeat(41)}"`],
])('a tag that catalogues cannot show is a fault, of a definition and of a pack: %j', (tag, shown) => {
  const problem = `has the tag ${shown}, which is invalid. Use one line of at most 40 characters, without spaces around it. [tag-invalid]`;
  expect(() => definePrompt({ name: 'hello', tags: [tag], render })).toThrow(`hello ${problem}`);
  expect(() => new Registry([definePack({ name: 'pack', version: '1.0.0', tags: [tag] })])).toThrow(`pack ${problem}`);
});
