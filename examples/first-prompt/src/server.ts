import { Arg, Prompt, type PromptHandler, Runtime, untrusted, user } from '@cuecard/core';
import { serveStdio } from '@cuecard/server';
import { IsIn, IsOptional } from 'class-validator';

class ReviewArgs {
  @Arg({ description: 'The code to review' })
  code!: string;

  @Arg({ description: 'Its language' })
  @IsOptional()
  @IsIn(['typescript', 'python', 'go'])
  language?: string;
}

@Prompt({ description: 'Asks for a review of some code', args: ReviewArgs })
class CodeReviewPrompt implements PromptHandler<ReviewArgs> {
  render({ code, language = 'code' }: ReviewArgs) {
    return user`Review this ${language} and name its three worst problems:\n\n${untrusted(code)}`;
  }
}

await serveStdio(new Runtime({ prompts: [CodeReviewPrompt] }), { name: 'reviews', version: '1.0.0' });
