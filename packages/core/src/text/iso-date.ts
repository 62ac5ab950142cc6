/** A date, optionally with a time, seconds and an offset. */
export const ISO_8601 =
  /^(\d{4}-\d\d-\d\d)(?:T((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d(?:\.\d{1,9})?)?(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?)?$/;

/**
 * Parses ISO 8601, in UTC if there is no offset. `Date.parse` would accept days that do not exist, and would read a
 * time without an offset in the local time zone.
 */
export function parseIsoDate(text: string): Date | undefined {
  const [, day, time = '00:00', seconds = ':00', offset = 'Z'] = ISO_8601.exec(text) ?? [];
  if (day === undefined || !exists(day)) return undefined;
  const date = new Date(`${day}T${time}${seconds}${offset.replace(/^(...)(\d\d)$/, '$1:$2')}`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

// `Date` turns a day that does not exist into one of the next month.
function exists(day: string): boolean {
  const date = new Date(`${day}T00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
