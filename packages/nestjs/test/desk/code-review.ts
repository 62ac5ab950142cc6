import { Arg, Prompt, type PromptHandler, type RequestContext, untrusted, user } from '@cuecard/core';
import { UseGuards } from '@nestjs/common';
import { CurrentUser, type User } from './current-user.ts';
import { Guidelines } from './guidelines.ts';
import { Roles, RolesGuard } from './roles.guard.ts';

export class CodeReviewArgs {
  @Arg({ description: 'The code to review' })
  code!: string;
}

@Prompt({ description: 'Asks for a review of code', args: CodeReviewArgs })
@Roles('developer')
@UseGuards(RolesGuard)
export class CodeReview implements PromptHandler<CodeReviewArgs> {
  constructor(private readonly guidelines: Guidelines) {}

  render({ code }: CodeReviewArgs, _context: RequestContext, @CurrentUser() { name }: User) {
    return user`Review this for ${name}. ${this.guidelines.text}\n${untrusted(code)}`;
  }
}
