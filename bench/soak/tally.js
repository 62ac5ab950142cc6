/** What was sent, how often, and what came back. */
export class Tally {
  #rows = new Map();

  /** @param expected what may come back */
  add(name, expected, came) {
    const row = this.#rows.get(name) ?? { name, sent: 0, came: {}, unexpected: 0 };
    this.#rows.set(name, row);
    row.sent += 1;
    row.came[came] = (row.came[came] ?? 0) + 1;
    if (!expected.includes(came)) row.unexpected += 1;
  }

  get rows() {
    return [...this.#rows.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }
}
