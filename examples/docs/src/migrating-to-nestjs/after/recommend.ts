import { Arg, Prompt, type PromptHandler, untrusted, user } from '@cuecard/core';
import { IsInt, Max, Min } from 'class-validator';

export class RecommendArgs {
  @Arg({ description: 'A book that you liked' })
  title!: string;

  @Arg({ description: 'How many to recommend' })
  @IsInt()
  @Min(1)
  @Max(5)
  count = 3;
}

@Prompt({ name: 'recommend', description: 'Asks for books like another one', args: RecommendArgs })
export class Recommend implements PromptHandler<RecommendArgs> {
  render({ title, count }: RecommendArgs) {
    return user`Recommend ${count} books to somebody who liked this one: ${untrusted(title)}`;
  }
}
