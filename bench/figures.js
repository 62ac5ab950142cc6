/** The median, the least and the most of what has been measured, to four digits. */
export function figure(values) {
  const sorted = values.toSorted((one, other) => one - other);
  const [median, least, most] = [sorted[Math.floor(sorted.length / 2)], sorted[0], sorted.at(-1)];
  return { median: rounded(median), least: rounded(least), most: rounded(most) };
}

/** The same, and what 95 and 99 of 100 values are below. */
export function quantiles(values) {
  const sorted = values.toSorted((one, other) => one - other);
  const below = (part) => rounded(sorted[Math.floor(sorted.length * part)]);
  return { milliseconds: figure(values), p95: below(0.95), p99: below(0.99) };
}

const rounded = (value) => Number(value.toPrecision(4));

export const told = (value, digits = 0) =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** A median, and between what it lies. */
export function spread({ median, least, most }, digits = 0) {
  return `${told(median, digits)} (${told(least, digits)}–${told(most, digits)})`;
}

export function table(head, rows) {
  const lines = [head, head.map((_, index) => (index === 0 ? '---' : '---:')), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
