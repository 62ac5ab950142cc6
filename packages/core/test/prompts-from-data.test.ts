import { definePrompt, DefinitionError, Runtime, user } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { getMetadataStorage, IsIn, MaxLength } from 'class-validator';

const review = () =>
  definePrompt({
    name: 'review',
    title: 'Review',
    args: [
      { name: 'code', description: 'The code', rules: [MaxLength(5)] },
      { name: 'limit', default: 10 },
      { name: 'tags', items: String, required: false, rules: [IsIn(['a', 'b'], { each: true })] },
    ],
    render: ({ code, limit, tags }) => user(`${code as string} ${typeof limit} ${JSON.stringify(tags)}`),
  });
const said = (text: string) => ({ messages: [{ role: 'user', content: { type: 'text', text } }] });

describe('definePrompt', () => {
  const runtime = new Runtime({ prompts: [review()] });

  test('lists, binds, validates and completes like a class', async () => {
    const { prompts } = await runtime.prompts.list();
    expect(prompts[0]?.arguments).toEqual([
      { name: 'code', description: 'The code: at most 5 characters', required: true },
      { name: 'limit', description: 'a number', required: false },
      { name: 'tags', description: 'a comma-separated list or a JSON array, each one of a, b', required: false },
    ]);
    expect(await runtime.prompts.get({ name: 'review', arguments: { code: 'x', tags: 'a,b' } })).toEqual(
      said('x number ["a","b"]'),
    );
    await expect(
      runtime.prompts.get({ name: 'review', arguments: { code: 'too long', limit: 'x' } }),
    ).rejects.toMatchObject({
      message:
        'Invalid arguments for prompt "review": code must be shorter than or equal to 5 characters; limit must be a number',
    });
    const argument = { name: 'tags', value: 'b' };
    expect(
      (await runtime.complete({ ref: { type: 'ref/prompt', name: 'review' }, argument })).completion.values,
    ).toEqual(['b']);
  });

  test('accepts a prompt without arguments and an asynchronous render function', async () => {
    const hello = definePrompt({ name: 'hello', render: async () => 'hello' });
    expect(await new Runtime({ prompts: [hello] }).prompts.get({ name: 'hello' })).toEqual(said('hello'));
  });

  test('reports an invalid argument type with its name', () => {
    const wrong = () =>
      definePrompt({ name: 'two words', args: [{ name: 'map', type: Map as never }], render: () => '' });
    expect(wrong).toThrow(DefinitionError);
    expect(wrong).toThrow(/two words\.map has the type Map, which arguments cannot have/);
  });

  test('reports the faults that a compiler would find in a class', () => {
    const rows: unknown[] = [
      { name: 'q', args: [{ name: 'x' }, { name: 'x', description: 'second' }, { nam: 'y' }, null], render: () => '' },
      { name: 'silent' },
      { render: () => '' },
      { name: 5, args: [{ name: '' }, { name: 'map', type: Map }] },
      { name: 'odd', args: { who: {} }, render: 'Hello' },
      {
        name: 'ruled',
        args: [
          { name: 'a', rules: ['isInt'] },
          { name: 'b', rules: IsIn(['c']) },
        ],
        render: () => '',
      },
      { name: 'null', description: null, args: [{ name: 'a', title: 5, description: null }], render: () => '' },
    ];
    const refusals = rows.map((row) => {
      try {
        return definePrompt(row as never);
      } catch (error) {
        if (error instanceof DefinitionError) return error.message.split('\n').slice(1, -1);
        throw error;
      }
    });
    const noRender =
      'has no method `render`. Add a method render(args, context) that returns the result. [method-missing]';
    const noName =
      'has no name. Give definePrompt() a name of 1 to 128 letters, digits, "_", "-", "." or "/". [name-missing]';
    const noRules =
      'has `rules` that are not decorators. Use an array of decorators of class-validator, such as [IsInt()]. [rule-invalid]';
    expect(refusals).toEqual([
      [
        '  - q.args[2] has no name. Add a `name`. [name-missing]',
        '  - q.args[3] has no name. Add a `name`. [name-missing]',
        '  - q.x is listed twice. List it once. [listed-twice]',
      ],
      [`  - silent ${noRender}`],
      [`  - definePrompt(…) ${noName}`],
      [
        `  - definePrompt(…) ${noName}`,
        '  - definePrompt(…).args[0] has no name. Add a `name`. [name-missing]',
        `  - definePrompt(…) ${noRender}`,
        '  - definePrompt(…).map has the type Map, which arguments cannot have. Declare a supported type, such as @Arg({ type: JSON }). [argument-type-invalid]',
      ],
      [
        '  - odd has `args` that is not an array. Use an array of objects, such as { name: "code" }. [args-invalid]',
        `  - odd ${noRender}`,
      ],
      [`  - ruled.a ${noRules}`, `  - ruled.b ${noRules}`],
      [
        '  - null has the option "description", which cannot be null. Use a string. [option-invalid]',
        '  - null.a has the option "title", which cannot be 5. Use a string. [option-invalid]',
        '  - null.a has the option "description", which cannot be null. Use a string. [option-invalid]',
      ],
    ]);
  });

  test('leaves no metadata in class-validator', () => {
    const { validationMetadatas, constraintMetadatas } = getMetadataStorage() as unknown as Record<
      string,
      Map<unknown, unknown>
    >;
    const before = [validationMetadatas?.size, constraintMetadatas?.size];
    for (let time = 0; time < 100; time += 1) review();
    expect([validationMetadatas?.size, constraintMetadatas?.size]).toEqual(before);
  });
});
