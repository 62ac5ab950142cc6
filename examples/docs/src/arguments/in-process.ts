import { Runtime } from '@cuecard/core';
import { PlanTrip } from './trip.js';

const runtime = new Runtime({ prompts: [PlanTrip] });

export const planned = await runtime.prompts.render(PlanTrip, {
  start: new Date('2026-05-01'),
  stops: [{ city: 'Bern', nights: 2 }],
  means: ['foot'],
});

// @ts-expect-error there is no argument of this name
export const misspelt = () => runtime.prompts.render(PlanTrip, { start: new Date(), stops: [], peple: 3 });
