import { Arg, Prompt, type PromptHandler, untrusted, user } from '@cuecard/core';
import { IsIn, IsOptional } from 'class-validator';
import { HouseRules } from './house-rules.js';

export class CodeReviewArgs {
  @Arg({ description: 'The code to review' })
  code!: string;

  @Arg({ description: 'Its language' })
  @IsOptional()
  @IsIn(['typescript', 'python', 'go'])
  language?: string;
}

@Prompt({ description: 'Asks for a review of some code', args: CodeReviewArgs })
export class CodeReview implements PromptHandler<CodeReviewArgs> {
  constructor(private readonly rules: HouseRules) {}

  render({ code, language = 'code' }: CodeReviewArgs) {
    return user`Review this ${language} by these rules: ${this.rules.list.join(' ')}\n\n${untrusted(code)}`;
  }
}
