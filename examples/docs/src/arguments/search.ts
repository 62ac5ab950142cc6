import { Arg, Prompt, type PromptHandler } from '@cuecard/core';
import { Transform, Type } from 'class-transformer';
import { IsDate, IsOptional, MaxLength, ValidateIf } from 'class-validator';

/** A class of the application, which knows nothing of prompts. */
export class Period {
  @Type(() => Date)
  @IsDate()
  since!: Date;
}

export class SearchArgs {
  @Arg({ description: 'What to look for' })
  @Transform(({ value }: { value: string }) => value.trim().toLowerCase())
  @MaxLength(80)
  query!: string;

  @Arg({ description: 'When it was written' })
  @IsOptional()
  period?: Period;

  @Arg({ description: 'What the search engine takes besides', type: JSON })
  @IsOptional()
  options?: { readonly [name: string]: unknown };

  @Arg({ description: 'Where to look: everywhere, or in one folder' })
  where = 'everywhere';

  @Arg({ description: 'The folder to look in' })
  @ValidateIf(({ where }: SearchArgs) => where !== 'everywhere')
  folder!: string;

  @Arg({ description: 'What to put between the results', allowEmpty: true })
  separator = ', ';
}

@Prompt({ description: 'Asks what has been written about something', args: SearchArgs })
export class Search implements PromptHandler<SearchArgs> {
  render = (args: SearchArgs) => JSON.stringify(args);
}
