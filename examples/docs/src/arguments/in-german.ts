import { type ArgumentFault, Runtime } from '@cuecard/core';
import { PlanTrip } from './trip.js';

const GERMAN: Readonly<Record<string, string>> = {
  isDefined: 'fehlt',
  isDate: 'muss ein Datum sein, etwa 2026-05-01',
  unknown: 'gibt es hier nicht',
};

function messageOf({ argument, rule, message }: ArgumentFault): string {
  const german = GERMAN[rule];
  return german === undefined ? message : `${argument} ${german}`;
}

export const inGerman = new Runtime({ prompts: [PlanTrip], messageOf });
