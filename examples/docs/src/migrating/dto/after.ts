import { Arg } from '@cuecard/core';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsEmail, IsInt, IsOptional, Max, Min } from 'class-validator';

export class StopArgs {
  @Arg({ description: 'The town' })
  city!: string;

  @Arg({ description: 'How many nights to stay' })
  @IsInt()
  nights = 1;
}

export class TripArgs {
  @Arg({ description: 'The day of departure' })
  start!: Date;

  @Arg({ description: 'Where to go, in order', items: StopArgs })
  @ArrayMaxSize(5)
  stops!: StopArgs[];

  @Arg({ description: 'Whom to write to' })
  @Transform(({ value }: { value: string }) => value.trim().toLowerCase())
  @IsEmail()
  contact!: string;

  @Arg({ description: 'How many people travel' })
  @IsOptional()
  @Min(1)
  @Max(9)
  people?: number;
}
