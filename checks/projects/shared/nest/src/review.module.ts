import { Arg, Prompt, type PromptHandler } from '@cuecard/core';
import { CuecardModule } from '@cuecard/nestjs';
import { Injectable, Module } from '@nestjs/common';

@Injectable()
export class Guidelines {
  readonly text: string = 'Be kind';
}

export class CodeReviewArgs {
  @Arg({ description: 'The code to review' })
  code!: string;
}

@Prompt({ description: 'Reviews code', args: CodeReviewArgs })
export class CodeReview implements PromptHandler<CodeReviewArgs> {
  constructor(private readonly guidelines: Guidelines) {}

  render({ code }: CodeReviewArgs) {
    return `${this.guidelines.text}: ${code}`;
  }
}

@Module({
  imports: [CuecardModule.forRoot({ name: 'desk', version: '1.0.0' })],
  providers: [CodeReview, Guidelines],
})
export class ReviewModule {}
