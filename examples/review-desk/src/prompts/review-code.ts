import { Arg, Prompt, type PromptHandler } from '@cuecard/core';
import { IsIn, IsOptional, Matches, MaxLength } from 'class-validator';
import { FINDINGS } from '../text/findings.js';
import { quotation } from '../text/quotation.js';

const FOCUS = {
  everything: 'Look at correctness first, then security, then how easy it is to read and change.',
  correctness: 'Look for wrong results: edge cases, error paths, concurrency, resources that stay open.',
  security: 'Look for what an attacker could use: input that is trusted, injection, secrets, rights that are too wide.',
  performance: 'Look for work that grows with the input, is done twice, or waits where it need not.',
  readability: 'Look for names, structure and duplication that will mislead the next person to change this.',
};

export class ReviewCodeArgs {
  @Arg({ title: 'Code', description: 'The code to review' })
  @MaxLength(200_000)
  code!: string;

  @Arg({ title: 'Language', description: 'Its language, such as typescript' })
  @IsOptional()
  @Matches(/^[\w+#.-]{1,40}$/, { message: 'language must be one word, such as typescript or c++' })
  language?: string;

  @Arg({ title: 'Focus', description: `What to look at: ${Object.keys(FOCUS).join(', ')}; everything if left out` })
  @IsIn(Object.keys(FOCUS))
  focus: keyof typeof FOCUS = 'everything';
}

@Prompt({
  title: 'Review code',
  description: 'Asks for a review of a piece of code: the worst findings first, each with a way to mend it',
  args: ReviewCodeArgs,
})
export class ReviewCode implements PromptHandler<ReviewCodeArgs> {
  render({ code, language, focus }: ReviewCodeArgs) {
    return [
      'Review the code below, as the colleague who will have to maintain it.',
      FOCUS[focus],
      FINDINGS,
      quotation('The code', code, language),
    ].join('\n\n');
  }
}
