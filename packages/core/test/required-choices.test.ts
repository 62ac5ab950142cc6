import { Arg, type ElicitRequest, Prompt, Runtime } from '@cuecard/core';
import { ArrayMinSize, IsIn, IsOptional } from 'class-validator';
import { expect, test } from '@jest/globals';

test('RequestContext.ask sets minItems for a required multiple choice', async () => {
  class Tags {
    @Arg({ items: String }) @IsIn(['a', 'b'], { each: true }) needed!: string[];
    @Arg({ items: String }) @IsIn(['a', 'b'], { each: true }) @ArrayMinSize(2) several!: string[];
    @Arg({ items: String }) @IsIn(['a', 'b'], { each: true }) @IsOptional() free?: string[];
  }
  let asked: ElicitRequest['requestedSchema'] | undefined;
  @Prompt({ name: 'tag' })
  class Tag {
    async render(_: object, context: { ask(type: typeof Tags, message: string): Promise<Tags> }) {
      return (await context.ask(Tags, 'Which?')).needed.join(' ');
    }
  }
  const client = { revision: '2025-11-25', capabilities: { elicitation: { form: {} } } };
  const elicit = async ({ requestedSchema }: ElicitRequest) => {
    asked = requestedSchema;
    return { action: 'accept' as const, content: { needed: ['a'], several: ['a', 'b'] } };
  };
  await new Runtime({ prompts: [Tag] }).prompts.get({ name: 'tag' }, { client, elicit });
  const items = { type: 'string', enum: ['a', 'b'] };
  expect(asked?.properties).toEqual({
    needed: { type: 'array', minItems: 1, items },
    several: { type: 'array', minItems: 2, items },
    free: { type: 'array', items },
  });
});
