/** Node keeps a timer or two of its own, for dates and connections, only while it needs them. */
const SLACK = { 'Timeout objects': 3 };

/** What there is more of than there was. */
export function excess(before, after) {
  return Object.keys(after).filter((name) => after[name] > (before[name] ?? 0) + (SLACK[name] ?? 0));
}
