import { Arg, Prompt, type PromptHandler, Runtime, untrusted, user } from '@cuecard/core';
import { IsIn, IsOptional } from 'class-validator';

class ReviewArgs {
  @Arg({ description: 'The code to review' })
  code!: string;

  @Arg({ description: 'Its language' })
  @IsOptional()
  @IsIn(['typescript', 'python', 'go'])
  language?: string;
}

@Prompt({ description: 'Asks the model to review code', args: ReviewArgs })
class Review implements PromptHandler<ReviewArgs> {
  render = ({ code, language = 'code' }: ReviewArgs) => user`Review this ${language}:\n${untrusted(code)}`;
}

export const runtime = new Runtime({ prompts: [Review] });
