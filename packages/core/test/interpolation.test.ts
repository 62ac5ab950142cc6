import {
  Arg,
  assistant,
  conversation,
  image,
  type InterpolationRule,
  Prompt,
  type PromptHandler,
  type PromptOutput,
  InternalError,
  Runtime,
  text,
  trusted,
  untrusted,
  user,
  sectionOf,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { Transform, Type } from 'class-transformer';
import { IsEnum, IsIn, IsInt, IsOptional, ValidateNested } from 'class-validator';

enum Tone {
  Kind = 'kind',
  Stern = 'stern',
}
class Author {
  @Arg() name!: string;
}
/** A circular object. */
class Circle {
  readonly text: string;
  readonly self: Circle;
  constructor(held: string) {
    this.text = held;
    this.self = this;
  }
}
class ReviewArgs {
  @Arg({ required: false }) code = '';
  @Arg() @IsOptional() note?: string;
  @Arg()
  @IsOptional()
  @IsIn(['go', 'rust'])
  language?: string;
  @Arg()
  @IsOptional()
  @IsEnum(Tone)
  tone?: Tone;
  @Arg()
  @IsOptional()
  @IsInt()
  times?: number;
  @Arg() @IsOptional() isLoud?: boolean;
  @Arg() @IsOptional() author?: Author;
  @Arg({ items: String }) @IsOptional() files?: string[];
  @Arg({ items: String })
  @IsOptional()
  @IsIn(['a', 'b'], { each: true })
  kinds?: string[];
  @Arg()
  @IsOptional()
  @Transform(({ value }) => new Circle(String(value)))
  circle?: Circle;
}
Type(() => Author)(ReviewArgs.prototype, 'author');
ValidateNested()(ReviewArgs.prototype, 'author');

/** Serves a prompt with this `render`, and collects its log. */
function reviewing(
  render: (args: ReviewArgs) => PromptOutput | Promise<PromptOutput>,
  interpolation?: InterpolationRule,
) {
  @Prompt({ name: 'review', args: ReviewArgs })
  class Review implements PromptHandler<ReviewArgs> {
    render = render;
  }
  const log: string[] = [];
  const runtime = new Runtime({
    prompts: [Review],
    logger: { warn: (message) => log.push(message), error: (message) => log.push(message) },
    ...(interpolation && { interpolation }),
  });
  return {
    runtime,
    log,
    Review,
    get: (args: Record<string, string>) => runtime.prompts.get({ name: 'review', arguments: args }),
  };
}
const problem = (argument: string) =>
  `interpolates the argument "${argument}" without untrusted(…). Wrap it in untrusted(…), or in trusted(…) if the model may follow instructions in it. See ${sectionOf('argument-unmarked')}`;
const warning = (argument: string) => `Prompt "review" ${problem(argument)}`;

describe('RuntimeOptions.interpolation', () => {
  test('warns once about an unmarked argument and renders the prompt', async () => {
    const { get, log } = reviewing(({ code }) => user`Review ${code}`);
    for (const code of ['the secret', 'another']) {
      expect(await get({ code })).toEqual({
        messages: [{ role: 'user', content: { type: 'text', text: `Review ${code}` } }],
      });
    }
    expect(log).toEqual([warning('code')]);
  });

  test('warns once per argument', async () => {
    const { get, log } = reviewing(({ code, note }) => user`Review ${code}: ${note ?? ''}`);
    await get({ code: 'a' });
    await get({ code: 'a', note: 'b' });
    expect(log).toEqual([warning('code'), warning('note')]);
  });

  test('rejects each request if set to strict, and logs no argument value', async () => {
    const { get, log } = reviewing(({ code }) => user`Review ${code}`, 'strict');
    for (const code of ['the secret', 'the secret']) {
      const error = await get({ code }).catch((refusal: unknown) => refusal);
      expect(error).toBeInstanceOf(InternalError);
      expect(error).toMatchObject({ code: -32603, message: 'Internal error', problem: problem('code') });
      expect((error as InternalError).cause).toBeUndefined();
      expect(JSON.stringify(error)).not.toContain('secret');
    }
    expect(log.map((line) => line.replace(/ \[[\da-f-]{36}\]$/, ''))).toEqual([warning('code'), warning('code')]);
  });

  test('does not warn if set to off', async () => {
    const { get, log } = reviewing(({ code }) => user`Review ${code}`, 'off');
    await get({ code: 'a' });
    expect(log).toEqual([]);
  });

  test('applies to runtime.prompts.render', async () => {
    const { runtime, Review } = reviewing(({ code }) => user`Review ${code}`, 'strict');
    await expect(runtime.prompts.render(Review, { code: 'a' })).rejects.toMatchObject({ problem: problem('code') });
  });
});

describe('Unmarked argument (neither trusted nor untrusted)', () => {
  test.each<[string, string, Record<string, string>, (args: ReviewArgs) => PromptOutput | Promise<PromptOutput>]>([
    ['trimmed', 'code', { code: '  a\n' }, ({ code }) => user`Review ${code.trim()}`],
    [
      'in an indented template',
      'code',
      { code: 'a\nb' },
      ({ code }) => user`
      Review
        ${code}
    `,
    ],
    ['from an object', 'author', { author: '{"name":"Ann"}' }, ({ author }) => user`By ${author?.name ?? ''}`],
    ['from a list', 'files', { files: 'a.ts, b.ts' }, ({ files }) => user`In ${files?.[1] ?? ''}`],
    ['from a circular object', 'circle', { circle: 'a' }, ({ circle }) => user`In ${circle?.text ?? ''}`],
    ['in a message of the assistant', 'code', { code: 'a' }, ({ code }) => assistant`I read ${code}`],
    ['next to a text block', 'code', { code: 'a' }, ({ code }) => user`${text('x')} and ${code}`],
    ['in nested arrays', 'code', { code: 'a' }, ({ code }) => ['x', [user`b`, [user`Review ${code}`]]]],
    ['in a full result', 'code', { code: 'a' }, ({ code }) => ({ messages: [user('x'), user`Review ${code}`] })],
    ['in a conversation', 'code', { code: 'a' }, ({ code }) => conversation('x', [user`Review ${code}`])],
    [
      'in a conversation of full results',
      'code',
      { code: 'a' },
      ({ code }) => conversation({ messages: [user`Review ${code}`] }),
    ],
    ['in two messages', 'code', { code: 'a' }, ({ code }) => [user`Review ${code}`, user`Review ${code}`]],
    ['in an injected prompt', 'code', { code: 'a' }, ({ code }) => conversation(inner.render({ code }))],
  ])('is reported if it is used %s', async (_, argument, args, render) => {
    const { get, log } = reviewing(render);
    await get(args);
    expect(log).toEqual([warning(argument)]);
    await expect(reviewing(render, 'strict').get(args)).rejects.toMatchObject({ problem: problem(argument) });
  });

  const inner = { render: ({ code }: { code: string }) => [user`Inside ${code}`] };
});

describe('RuntimeOptions.interpolation strict', () => {
  test.each<[string, Record<string, string>, (args: ReviewArgs) => PromptOutput | Promise<PromptOutput>]>([
    ['an untrusted argument', { code: 'a' }, ({ code }) => user`Review ${untrusted(code)}`],
    ['a trusted argument', { code: 'a' }, ({ code }) => user`Review ${trusted(code)}`],
    ['a value of @IsIn', { language: 'go' }, ({ language }) => user`In ${language ?? ''}`],
    ['an enum value', { tone: 'kind' }, ({ tone }) => user`Be ${tone ?? ''}`],
    ['items of @IsIn', { kinds: 'a,b' }, ({ kinds }) => user`Of ${kinds?.[0] ?? ''}`],
    [
      'numbers and booleans',
      { times: '3', isLoud: 'true' },
      ({ times, isLoud }) => user`${times ?? 0} ${isLoud ?? false}`,
    ],
    [
      'numbers and booleans as strings',
      { times: '3', isLoud: 'true' },
      ({ times, isLoud }) => user`${String(times)} ${String(isLoud)}`,
    ],
    ['user as a function', { code: 'a' }, ({ code }) => user(code)],
    ['text blocks', { code: 'a' }, ({ code }) => user`Review ${text(code)}`],
    ['strings', { code: 'a' }, ({ code }) => `Review ${code}`],
    ['text that is not in a circular object', { circle: 'a' }, () => user`Review ${'b'}`],
    ['text that is not an argument', { code: 'a' }, () => user`Review ${'b'}`],
    ['empty strings', { code: '' }, ({ code }) => user`Review ${code} ${''} ${' '}`],
    ['a part of an argument', { code: 'ab' }, ({ code }) => user`Review ${code.slice(1)}`],
  ])('accepts %s', async (_, args, render) => {
    const { get, log } = reviewing(render, 'strict');
    await get(args);
    expect(log).toEqual([]);
  });

  test('accepts an argument that was turned into an image', async () => {
    const { get, log } = reviewing(
      async ({ code }) => user`${await image({ uri: 'a:b', mimeType: 'image/svg+xml', text: code })}`,
      'strict',
    );
    await get({ code: '<svg/>' });
    expect(log).toEqual([]);
  });
});

describe('RuntimeOptions.interpolation with an invalid output', () => {
  test('reports only the invalid output, not the unmarked argument', async () => {
    const { get, log } = reviewing(({ code }) => [user`Review ${code}`, undefined as never]);
    await expect(get({ code: 'a' })).rejects.toMatchObject({
      problem: 'returned nothing as message 1: use user(…) or assistant(…)',
    });
    expect(log).toHaveLength(1);
  });
});

describe('RuntimeOptions.interpolation with nested classes', () => {
  test('accepts an @IsIn property of a nested class', async () => {
    class Place {
      @Arg() @IsIn(['north', 'south']) side!: string;
      @Arg() town!: string;
    }
    class TripArgs {
      @Arg({ items: Place }) places!: Place[];
    }
    @Prompt({ name: 'trip', args: TripArgs })
    class Trip implements PromptHandler<TripArgs> {
      render({ places: [place] }: TripArgs) {
        return user`To the ${place!.side} of ${untrusted(place!.town)}`;
      }
    }
    const runtime = new Runtime({ prompts: [Trip], interpolation: 'strict' });
    const args = { places: '[{ "side": "north", "town": "Bern" }]' };
    await expect(runtime.prompts.get({ name: 'trip', arguments: args })).resolves.toMatchObject({
      messages: [{ role: 'user' }],
    });
  });
});
