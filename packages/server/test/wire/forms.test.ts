import { Arg, Prompt, type RequestContext, type PromptHandler, Runtime } from '@cuecard/core';
import { specTypeSchemas } from '@modelcontextprotocol/client';
import { ElicitRequestFormParamsSchema, type ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, test } from '@jest/globals';
import { IsEmail, IsIn, IsInt, IsOptional, IsUrl, Max, MaxLength, Min, MinLength } from 'class-validator';
import { hosts } from './support/hosts.ts';
import { sessionVersions } from './support/versions.ts';
import { closables } from '../support/closables.ts';

class Address {
  @Arg()
  street!: string;
}

class Everything {
  @Arg({ title: 'Name', description: 'Who it is' })
  @MinLength(2)
  @MaxLength(40)
  name!: string;

  @Arg()
  @IsEmail()
  mail!: string;

  @Arg()
  @IsOptional()
  @IsUrl()
  site?: string;

  @Arg()
  @IsIn(['red', 'green'])
  colour = 'green';

  @Arg()
  @IsInt()
  @Min(0)
  @Max(9)
  count!: number;

  @Arg()
  ratio = 0.5;

  @Arg()
  @IsIn([1, 2, 3])
  size!: number;

  @Arg()
  isUrgent!: boolean;

  @Arg()
  when!: Date;

  @Arg({ items: String })
  tags!: string[];

  @Arg({ items: Number })
  scores: number[] = [1, 2];

  @Arg()
  address!: Address;

  @Arg({ type: JSON })
  extra: unknown = null;
}

@Prompt()
class Ask implements PromptHandler {
  async render(_: object, context: RequestContext) {
    return JSON.stringify(await context.ask(Everything, 'Tell me'));
  }
}

const open = closables();

const filled: ElicitResult['content'] = {
  name: 'Ada',
  mail: 'ada@example.com',
  colour: 'red',
  count: 3,
  ratio: 0.25,
  size: '2',
  isUrgent: true,
  when: '2026-03-01',
  tags: 'a, b',
  address: '{"street":"Main"}',
  extra: '{"a":[1]}',
};
const read = {
  name: 'Ada',
  mail: 'ada@example.com',
  colour: 'red',
  count: 3,
  ratio: 0.25,
  size: 2,
  isUrgent: true,
  when: '2026-03-01T00:00:00.000Z',
  tags: ['a', 'b'],
  scores: [1, 2],
  address: { street: 'Main' },
  extra: { a: [1] },
};

describe('RequestContext.ask', () => {
  test.each(sessionVersions)(
    'shows the official %s a field for every type of argument, and reads its values',
    async (version) => {
      const forms: unknown[] = [];
      const host = await hosts['over HTTP with auto'](new Runtime({ prompts: [Ask] }));
      open.push(host);
      const client = await host.meet(version, {
        user: (form) => {
          forms.push(form);
          return { action: 'accept', content: filled };
        },
      });
      open.push(client);
      const { messages } = (await client.getPrompt('ask')) as { messages: [{ content: { text: string } }] };
      expect(JSON.parse(messages[0].content.text)).toEqual(read);

      const [form] = forms;
      const described = (text: string) => expect.stringContaining(text) as unknown;
      expect(form).toMatchObject({
        message: 'Tell me',
        requestedSchema: {
          type: 'object',
          properties: {
            name: { type: 'string', title: 'Name', description: described('Who it is'), minLength: 2, maxLength: 40 },
            mail: { type: 'string' },
            site: { type: 'string' },
            colour: { type: 'string', enum: ['red', 'green'], default: 'green' },
            count: { type: 'integer', minimum: 0, maximum: 9 },
            ratio: { type: 'number', default: 0.5 },
            size: { type: 'string' },
            isUrgent: { type: 'boolean' },
            when: { type: 'string' },
            tags: { type: 'string' },
            scores: { type: 'string' },
            address: { type: 'string' },
            extra: { type: 'string' },
          },
          required: ['name', 'mail', 'count', 'size', 'isUrgent', 'when', 'tags', 'address'],
        },
      });
      expect(ElicitRequestFormParamsSchema.parse(form)).toEqual(form);
      expect(await specTypeSchemas.ElicitRequestFormParams['~standard'].validate(form)).toEqual({ value: form });
    },
  );
});
