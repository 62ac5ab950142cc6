import { Arg, Prompt, type PromptHandler, untrusted, user } from '@cuecard/core';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';

class ReviewArgs {
  @Arg({ description: 'The code to review' })
  code!: string;

  @Arg({ description: 'Its language' })
  @IsOptional()
  @IsIn(['typescript', 'python', 'go'])
  language?: string;

  @Arg({ description: 'How many problems are named' })
  @IsInt()
  @Min(1)
  @Max(9)
  problems: number = 3;
}

@Prompt({ description: 'Asks for a review of some code', args: ReviewArgs })
export class CodeReviewPrompt implements PromptHandler<ReviewArgs> {
  render({ code, language = 'code', problems }: ReviewArgs) {
    return user`Review this ${language} and name its ${problems} worst problems:\n\n${untrusted(code)}`;
  }
}
