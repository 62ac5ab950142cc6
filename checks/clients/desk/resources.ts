import { Arg, Resource, type ResourceHandler } from '@cuecard/core';

@Resource({ uri: 'notes://today', mimeType: 'text/plain', description: 'What is to be done today' })
export class Today implements ResourceHandler {
  read = () => 'Water the plants.';
}

class Day {
  @Arg({ description: 'The day of the week' })
  day!: string;
}

@Resource({
  uri: 'notes://days/{day}',
  name: 'day',
  mimeType: 'text/plain',
  description: 'What a day is for',
  args: Day,
})
export class DayNotes implements ResourceHandler<Day> {
  read = ({ day }: Day) => `On ${day}, rest.`;
}
