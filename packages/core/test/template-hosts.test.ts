import { Arg, type Client, Prompt, Runtime } from '@cuecard/core';
import { IsInt, IsOptional } from 'class-validator';
import { describe, expect, test } from '@jest/globals';

class Review {
  @Arg() code!: string;
  @Arg() @IsOptional() tone?: string;
}

@Prompt({ name: 'review', args: Review })
class ReviewPrompt {
  render = ({ code, tone = 'calm' }: Review) => `Review ${code}, ${tone}: @src/a.ts`;
}

class Count {
  @Arg() @IsInt() count!: number;
}

@Prompt({ name: 'count', args: Count })
class CountPrompt {
  render = ({ count }: Count) => `Count to ${count}`;
}

const host = (name: string): Client => ({ name, version: '1', revision: '2025-11-25', capabilities: {} });

async function textFor(client: Client, name: string, args: object, options: object = {}) {
  const logger = { error() {}, warn() {} };
  const runtime = new Runtime({ prompts: [ReviewPrompt, CountPrompt], logger, ...options });
  const { messages } = await runtime.prompts.get({ name, arguments: args as Record<string, string> }, { client });
  return messages.map(({ content }) => (content.type === 'text' ? content.text : content.type));
}

describe('Host that treats prompts as templates', () => {
  test.each(['opencode', 'kilo', 'the next derivative'])('is recognised by its client name: %s', async (name) => {
    expect(await textFor(host(name), 'review', { code: '$1', tone: '$2' })).toEqual(['Review $1, calm: @ src/a.ts']);
  });

  test.each([
    ['other arguments', host('editor'), { code: '$2', tone: '$1' }],
    ['text around a placeholder', host('editor'), { code: '$1', tone: '$2!' }],
    ['a known host', host('claude-code'), { code: '$1', tone: '$2' }],
  ])('is not recognised by %s', async (_, client, args: Record<string, string>) => {
    const text = `Review ${args['code']}, ${args['tone']}: @src/a.ts`;
    expect(await textFor(client, 'review', args)).toEqual([text]);
  });

  test('is not recognised if clients.opencode is false', async () => {
    const given = { code: '$1', tone: '$2' };
    const options = { clients: { opencode: false } };
    expect(await textFor(host('editor'), 'review', given, options)).toEqual(['Review $1, $2: @src/a.ts']);
  });

  test.each([
    [
      'count',
      { count: 'five' },
      'Prompt "count" was not used: Invalid arguments for prompt "count": count must be a number. Report this to the user, and do nothing else.',
    ],
    ['gone', {}, 'Prompt "gone" was not used: Unknown prompt "gone". Report this to the user, and do nothing else.'],
  ])('receives a message instead of an error: %s', async (name, args, text) => {
    expect(await textFor(host('opencode'), name, args)).toEqual([text]);
    await expect(textFor(host('editor'), name, args)).rejects.toThrow(text.split(' was not used: ')[1]?.split('. ')[0]);
  });
});
