import { ValidatorConstraint, type ValidatorConstraintInterface } from 'class-validator';

@ValidatorConstraint()
export class IsOneLine implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return typeof value === 'string' && !value.includes('\n');
  }

  defaultMessage(): string {
    return '$property must be one line';
  }
}
