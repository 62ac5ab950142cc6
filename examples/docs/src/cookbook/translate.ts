import { Arg, Tool, type ToolHandler } from '@cuecard/core';
import { rateLimit } from '@cuecard/interceptors';
import { IsIn, MaxLength } from 'class-validator';
import { RateLimiterMemory } from 'rate-limiter-flexible';

export abstract class Translator {
  abstract translate(text: string, to: string): Promise<string>;
}

export class TranslateArgs {
  @Arg({ description: 'What to translate' })
  @MaxLength(5_000)
  text!: string;

  @Arg({ description: 'The language' })
  @IsIn(['de', 'fr', 'zh'])
  to!: string;
}

/** Each caller may translate ten texts a minute. */
const perCaller = rateLimit(new RateLimiterMemory({ points: 10, duration: 60 }), {
  key: ({ context }) => context.auth?.principal,
});

@Tool({ description: 'Translates a text', args: TranslateArgs, interceptors: [perCaller] })
export class Translate implements ToolHandler<TranslateArgs> {
  constructor(private readonly translator: Translator) {}

  call({ text, to }: TranslateArgs) {
    return this.translator.translate(text, to);
  }
}
