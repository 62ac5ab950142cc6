import { Arg, definePrompt, Prompt, type PromptHandler, Runtime } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsBoolean,
  IsDate,
  IsDefined,
  IsEmail,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  registerDecorator,
  Validate,
  ValidateIf,
  ValidateNested,
  ValidatorConstraint,
} from 'class-validator';

const RULES = 'dev.cuecard/rules';

describe('dev.cuecard/rules', () => {
  test('lists only rules that JSON Schema cannot express', () => {
    @ValidatorConstraint({ name: 'isFree' })
    class IsFree {
      validate = () => true;
    }
    @ValidatorConstraint()
    class IsOpen {
      validate = () => true;
    }
    const isNew: PropertyDecorator = (prototype, property) =>
      registerDecorator({
        name: 'isNew',
        target: prototype.constructor,
        propertyName: String(property),
        validator: { validate: () => true },
      });
    class Stop {
      @Arg() @IsEmail() host!: string;
    }
    class RuledArgs {
      @Arg()
      @IsDefined()
      @IsString()
      @MaxLength(9)
      @Matches(/^a/)
      plain!: string;

      @Arg()
      @IsEmail()
      @Validate(IsFree)
      @Validate(IsOpen)
      @isNew
      @isNew
      custom!: string;

      @Arg()
      @IsNumber()
      @IsInt()
      count!: number;

      @Arg() @IsNumber({ maxDecimalPlaces: 2 }) price!: number;
      @Arg() @IsBoolean() flag!: boolean;
      @Arg() @IsDate() day!: Date;

      @Arg({ items: String })
      @ArrayMaxSize(3)
      @ArrayUnique()
      @IsEmail({}, { each: true })
      @MaxLength(20, { each: true })
      mails!: string[];

      @Arg()
      @Matches(/A/i)
      @IsOptional()
      pattern?: string;

      @Arg()
      @ValidateIf(({ flag }: RuledArgs) => flag)
      @MaxLength(3)
      sometimes!: string;

      @Arg()
      @Max(5, { groups: ['tight'], always: true })
      @Transform(({ value }) => Number(value))
      transformed!: number;

      @Arg({ type: JSON })
      @ArrayMaxSize(2)
      @MaxLength(4, { each: true })
      json!: unknown;

      @Arg({ items: Stop }) @ValidateNested({ each: true }) stops!: Stop[];
    }
    @Prompt({ args: RuledArgs })
    class Ruled implements PromptHandler<RuledArgs> {
      render = () => '';
    }
    const { entry } = new Runtime({ prompts: [Ruled] }).registry.get('ruled') as { entry: { _meta?: object } };
    const stop = { type: 'string', [RULES]: ['isEmail'] };
    expect(entry._meta).toEqual({
      'dev.cuecard/schema': {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: {
          plain: { type: 'string', maxLength: 9, pattern: '^a' },
          custom: { type: 'string', [RULES]: ['isEmail', 'isFree', 'customValidation', 'isNew'] },
          count: { type: 'integer' },
          price: { type: 'number', [RULES]: ['isNumber'] },
          flag: { type: 'boolean' },
          day: expect.not.objectContaining({ [RULES]: expect.anything() }),
          mails: {
            type: 'array',
            maxItems: 3,
            items: { type: 'string', maxLength: 20, [RULES]: ['isEmail'] },
            [RULES]: ['arrayUnique'],
          },
          pattern: { type: 'string', [RULES]: ['matches'] },
          sometimes: { type: 'string', [RULES]: ['validateIf', 'maxLength'] },
          transformed: { [RULES]: ['max'] },
          json: { maxItems: 2, [RULES]: ['maxLength'] },
          stops: { type: 'array', items: { $ref: '#/$defs/Stop' } },
        },
        required: ['plain', 'custom', 'count', 'price', 'flag', 'day', 'mails', 'transformed', 'json', 'stops'],
        additionalProperties: false,
        $defs: {
          Stop: { type: 'object', properties: { host: stop }, required: ['host'], additionalProperties: false },
        },
      },
    });
  });

  test('includes the rules of definePrompt()', () => {
    const args = [{ name: 'mail', rules: [IsEmail()] }];
    const { registry } = new Runtime({ prompts: [definePrompt({ name: 'letter', args, render: () => 'x' })] });
    expect(registry.get('letter')?.schema['properties']).toEqual({ mail: { type: 'string', [RULES]: ['isEmail'] } });
  });
});
