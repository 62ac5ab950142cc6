import { Arg } from '@cuecard/core';
import { IsIn, MaxLength, Validate, ValidatorConstraint, type ValidatorConstraintInterface } from 'class-validator';

@ValidatorConstraint()
export class IsOneLine implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return typeof value === 'string' && !value.includes('\n');
  }

  defaultMessage(): string {
    return '$property must be one line';
  }
}

export class SummaryArgs {
  @Arg({ description: 'What is summarised' })
  @MaxLength(40)
  @Validate(IsOneLine)
  topic!: string;

  @Arg({ description: 'How much is written' })
  @IsIn(['short', 'long'])
  length: 'short' | 'long' = 'short';
}
