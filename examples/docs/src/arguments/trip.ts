import { Arg, Prompt, type PromptHandler } from '@cuecard/core';
import { ArrayMaxSize, IsEnum, IsIn, IsInt, IsOptional, Max } from 'class-validator';

export enum Pace {
  Leisurely = 'leisurely',
  Brisk = 'brisk',
}

export class Stop {
  @Arg({ description: 'The town' })
  city!: string;

  @Arg({ description: 'How many nights to stay' })
  @IsInt()
  nights = 1;
}

export class TripArgs {
  @Arg({ description: 'The day of departure' })
  start!: Date;

  @Arg({ description: 'Where to go, in order', items: Stop })
  @ArrayMaxSize(5)
  stops!: Stop[];

  @Arg({ description: 'How many people travel' })
  @IsInt()
  @Max(9)
  people = 2;

  @Arg({ description: 'How to travel', items: String })
  @IsIn(['train', 'boat', 'foot'], { each: true })
  means: string[] = ['train'];

  @Arg({ description: 'How much to see in a day' })
  @IsOptional()
  @IsEnum(Pace)
  pace?: Pace;
}

@Prompt({ description: 'Asks for the plan of a trip', args: TripArgs })
export class PlanTrip implements PromptHandler<TripArgs> {
  render({ start, stops, people, means, pace = Pace.Leisurely }: TripArgs) {
    const way = stops.map(({ city, nights }) => `${city} (nights: ${nights})`).join(', ');
    const day = start.toISOString().slice(0, 10);
    return `Plan a ${pace} trip for ${people} from ${day} on, by ${means.join(' or ')}: ${way}.`;
  }
}
