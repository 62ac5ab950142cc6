import { expect, test } from '@jest/globals';
import { Arg, Prompt, Runtime, type PromptHandler, user } from '@cuecard/core';
import { IsIn, IsOptional } from 'class-validator';

test('a class with arguments becomes a prompt that can be listed and got', async () => {
  class ReviewArgs {
    @Arg({ description: 'The code to review' })
    code!: string;

    @Arg({ title: 'Language' })
    @IsOptional()
    @IsIn(['typescript', 'go'])
    language?: string;

    @Arg()
    tone = 'kind';
  }

  @Prompt({ title: 'Review', args: ReviewArgs })
  class CodeReviewPrompt implements PromptHandler<ReviewArgs> {
    render = ({ code, language, tone }: ReviewArgs) => user(`Be ${tone} with this ${language ?? 'code'}: ${code}`);
  }

  const runtime = new Runtime({ prompts: [CodeReviewPrompt] });
  expect(await runtime.prompts.list()).toEqual({
    prompts: [
      {
        name: 'code_review',
        title: 'Review',
        arguments: [
          { name: 'code', description: 'The code to review', required: true },
          { name: 'language', title: 'Language', description: 'one of typescript, go', required: false },
          { name: 'tone', required: false },
        ],
        _meta: {
          'dev.cuecard/schema': {
            $schema: 'https://json-schema.org/draft/2020-12/schema',
            type: 'object',
            properties: {
              code: { description: 'The code to review', type: 'string' },
              language: { title: 'Language', type: 'string', enum: ['typescript', 'go'] },
              tone: { type: 'string', default: 'kind' },
            },
            required: ['code'],
            additionalProperties: false,
          },
        },
      },
    ],
  });
  const params = { name: 'code_review', arguments: { code: 'a+b', language: 'go' } };
  expect(await runtime.prompts.get(params)).toEqual({
    messages: [{ role: 'user', content: { type: 'text', text: 'Be kind with this go: a+b' } }],
  });
  await expect(runtime.prompts.get({ name: 'code_review', arguments: { language: '$value' } })).rejects.toMatchObject({
    code: -32602,
    data: {
      prompt: 'code_review',
      errors: [
        { argument: 'code', rule: 'isDefined', message: 'code is required' },
        {
          argument: 'language',
          rule: 'isIn',
          message: 'language must be one of the following values: typescript, go',
          expected: 'one of typescript, go',
        },
      ],
    },
  });
});
