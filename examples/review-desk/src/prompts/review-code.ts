import { Arg, Prompt, type PromptHandler, trusted, user } from '@cuecard/core';
import { IsIn, IsInt, IsOptional, Max, MaxLength, Min } from 'class-validator';
import { IsLanguage } from '../rules/language.js';
import { findings } from '../text/findings.js';
import { foreign } from '../text/foreign.js';

const FOCUS = {
  everything: 'Look at correctness first, then security, then how easy it is to read and change.',
  correctness: 'Look for wrong results: edge cases, error paths, concurrency, resources that stay open.',
  security: 'Look for what an attacker could use: input that is trusted, injection, secrets, rights that are too wide.',
  performance: 'Look for work that grows with the input, is done twice, or waits where it need not.',
  readability: 'Look for names, structure and duplication that will mislead the next person to change this.',
};

/** Those that are suggested; others are reviewed as well. */
const LANGUAGES = [
  'typescript',
  'javascript',
  'python',
  'go',
  'rust',
  'java',
  'kotlin',
  'c',
  'c++',
  'c#',
  'sql',
  'bash',
];

/** Code with something to find. */
const SAMPLE = `export async function totalOf(ids: string[]): Promise<number> {
  let total = 0;
  ids.forEach(async (id) => {
    const order = await fetch(\`/orders/\${id}\`).then((response) => response.json());
    total += order.total;
  });
  return total;
}
`;

export class ReviewCodeArgs {
  @Arg({ title: 'Code', description: 'The code to review' })
  @MaxLength(200_000)
  code!: string;

  @Arg({ title: 'Language', description: 'Its language, such as typescript', complete: LANGUAGES })
  @IsOptional()
  @IsLanguage()
  language?: string;

  @Arg({ title: 'Focus', description: 'What to look at, everything if left out' })
  @IsIn(Object.keys(FOCUS))
  focus: keyof typeof FOCUS = 'everything';

  @Arg({ title: 'Limit', description: 'How many findings to report, 10 if left out' })
  @IsInt()
  @Min(1)
  @Max(50)
  limit = 10;
}

@Prompt({
  title: 'Review code',
  description: 'Asks for a review of a piece of code: the worst findings first, each with a way to fix it',
  args: ReviewCodeArgs,
  examples: [{ code: SAMPLE, language: 'typescript', limit: 5 }],
})
export class ReviewCode implements PromptHandler<ReviewCodeArgs> {
  render({ code, language, focus, limit }: ReviewCodeArgs) {
    return user`
      Review the code below, as the colleague who will have to maintain it.

      ${FOCUS[focus]}

      ${findings(limit)}

      The code${language === undefined ? '' : trusted(`, in ${language}`)}:

      ${foreign(code)}
    `;
  }
}
