import { Arg, Complete, Prompt, type PromptHandler, untrusted, user } from '@cuecard/core';
import { IsIn } from 'class-validator';
import { ChangeSource, HouseRules } from './services.js';

class ReviewChangeArgs {
  @Arg({ description: 'The change to review' })
  change!: string;

  @Arg({ description: 'How closely to look' })
  @IsIn(['briefly', 'line by line'])
  manner = 'briefly';
}

@Prompt({
  description: 'Asks for a review of an open change, by the rules of the team',
  args: ReviewChangeArgs,
  examples: [{ change: '7', manner: 'line by line' }],
})
export class ReviewChange implements PromptHandler<ReviewChangeArgs> {
  constructor(
    private readonly changes: ChangeSource,
    private readonly house: HouseRules,
  ) {}

  async render({ change, manner }: ReviewChangeArgs) {
    return [
      user`Review this change ${manner}:\n\n${untrusted(await this.changes.diff(change))}`,
      user(['These are the rules of our house.', ...this.house.rules].join('\n- ')),
    ];
  }

  @Complete('change')
  open() {
    return this.changes.open();
  }
}
