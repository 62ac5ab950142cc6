/** The median, minimum and maximum of measured values, to four digits. */
export function figure(values) {
  const sorted = values.toSorted((one, other) => one - other);
  const [median, least, most] = [sorted[Math.floor(sorted.length / 2)], sorted[0], sorted.at(-1)];
  return { median: round(median), least: round(least), most: round(most) };
}

const round = (value) => Number(value.toPrecision(4));

export const format = (value, digits = 0) =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** A median and its range. */
export function spread({ median, least, most }, digits = 0) {
  return `${format(median, digits)} (${format(least, digits)}–${format(most, digits)})`;
}

export function table(head, rows) {
  const lines = [head, head.map((_, index) => (index === 0 ? '---' : '---:')), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
