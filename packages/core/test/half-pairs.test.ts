import { Arg, Prompt, type PromptHandler, Runtime } from '@cuecard/core';
import { expect, test } from '@jest/globals';
import { IsByteLength, IsEmail } from 'class-validator';

test('half a surrogate pair is refused by rules that cannot encode it, and nothing is logged', async () => {
  class Args {
    @Arg()
    @IsEmail()
    email!: string;

    @Arg()
    @IsByteLength(1, 9)
    short!: string;

    @Arg({ items: String })
    @IsEmail({}, { each: true })
    others!: string[];
  }
  @Prompt({ name: 'mail', args: Args })
  class Mail implements PromptHandler<Args> {
    render = () => 'hi';
  }
  const logged: unknown[] = [];
  const logger = { error: (...said: unknown[]) => void logged.push(said), warn: () => {} };
  const runtime = new Runtime({ prompts: [Mail], logger });
  const half = '\ud83d';
  const given = { email: `${half}@b.example`, short: half, others: `["a@b.example", "${half}@b.example"]` };
  await expect(runtime.prompts.get({ name: 'mail', arguments: given })).rejects.toMatchObject({
    data: {
      errors: [
        { argument: 'email', rule: 'isEmail', message: 'email must be an email' },
        { argument: 'short', rule: 'isByteLength', message: "short's byte length must fall into (1, 9) range" },
        { argument: 'others', rule: 'isEmail', message: 'each value in others must be an email' },
      ],
    },
  });
  expect(logged).toEqual([]);
});
