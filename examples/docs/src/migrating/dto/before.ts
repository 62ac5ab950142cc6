import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsDate,
  IsEmail,
  IsInt,
  IsOptional,
  IsString,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';

export class StopDto {
  @IsString()
  city!: string;

  @Type(() => Number)
  @IsInt()
  nights = 1;
}

export class TripDto {
  @Type(() => Date)
  @IsDate()
  start!: Date;

  @IsArray()
  @ArrayMaxSize(5)
  @ValidateNested({ each: true })
  @Type(() => StopDto)
  stops!: StopDto[];

  @Transform(({ value }: { value: string }) => value.trim().toLowerCase())
  @IsEmail()
  contact!: string;

  @IsOptional()
  @Type(() => Number)
  @Min(1)
  @Max(9)
  people?: number;
}
