/** A date, or a date and a time, with seconds and an offset if wanted. */
export const ISO_8601 =
  /^(\d{4}-\d\d-\d\d)(?:T((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d(?:\.\d{1,9})?)?(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?)?$/;

/**
 * The moment that a text in ISO 8601 means, in UTC where it says no offset. `Date.parse` would take days that do not
 * exist, and read a time without an offset in the zone of the machine.
 */
export function parseIsoDate(text: string): Date | undefined {
  const [, day, time = '00:00', seconds = ':00', offset = 'Z'] = ISO_8601.exec(text) ?? [];
  if (day === undefined || !exists(day)) return undefined;
  const date = new Date(`${day}T${time}${seconds}${offset.replace(/^(...)(\d\d)$/, '$1:$2')}`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

// A day that the calendar does not have would be one of the next month.
function exists(day: string): boolean {
  const date = new Date(`${day}T00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
