import { Arg } from '@cuecard/core';
import { IsIn, MaxLength, Validate } from 'class-validator';
import { IsOneLine } from './is-one-line.js';

export class SummaryArgs {
  @Arg({ description: 'What is summarised' })
  @MaxLength(40)
  @Validate(IsOneLine)
  topic!: string;

  @Arg({ description: 'How much is written' })
  @IsIn(['short', 'long'])
  length: 'short' | 'long' = 'short';
}
