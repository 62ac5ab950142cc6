import { Arg, Prompt, type PromptHandler } from '@cuecard/core';
import { OmitType, PartialType } from '@nestjs/mapped-types';
import { TripArgs } from './trip.js';

export class ChangeTripArgs extends PartialType(OmitType(TripArgs, ['start'])) {
  @Arg({ description: 'What is to be different' })
  wish!: string;
}

@Prompt({ description: 'Asks for another plan of a trip', args: ChangeTripArgs })
export class ChangeTrip implements PromptHandler<ChangeTripArgs> {
  render({ wish, stops = [] }: ChangeTripArgs) {
    return `Change the trip to ${stops.map(({ city }) => city).join(', ')}: ${wish}`;
  }
}
