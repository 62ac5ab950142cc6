import { Arg, Prompt, type PromptHandler, type RequestContext, Runtime, untrusted, user } from '@cuecard/core';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';

class ReviewArgs {
  @Arg({ type: String, description: 'The code to review' })
  code!: string;

  @Arg({ type: String, description: 'Its language' })
  @IsOptional()
  @IsIn(['typescript', 'python', 'go'])
  language?: string;

  @Arg({ type: Number, description: 'How many problems are named' })
  @IsInt()
  @Min(1)
  @Max(9)
  problems: number = 3;
}

@Prompt({ description: 'Asks for a review of some code', args: ReviewArgs })
class CodeReviewPrompt implements PromptHandler<ReviewArgs> {
  render({ code, language = 'code', problems }: ReviewArgs) {
    return user`Review this ${language} and name its ${problems} worst problems:\n\n${untrusted(code)}`;
  }
}

@Prompt({ description: 'Asks what happened in a second, after it has waited for one' })
class LastSecondPrompt implements PromptHandler {
  async render(_args: object, context: RequestContext) {
    context.progress(0, 1, 'Waiting for a second');
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return 'What has happened in the last second?';
  }
}

export const runtime = new Runtime({ prompts: [CodeReviewPrompt, LastSecondPrompt] });
