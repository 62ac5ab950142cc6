/** A response in short: its status, and the code of an error or whether there is a result. */
export function outcomeOf(response) {
  if (response === undefined) return 'disconnected';
  const [json] = /\{.*\}/s.exec(response.body()) ?? [];
  if (json === undefined) return `${response.status}`;
  const { error, result } = JSON.parse(json);
  if (error !== undefined) return `${response.status}, ${error.code}`;
  return result === undefined ? `${response.status}, no result` : `${response.status}, result`;
}

/** Counts outcomes by name. */
export class Tally {
  #rows = new Map();

  add(name, expected, outcome) {
    const row = this.#rows.get(name) ?? { name, sent: 0, came: {}, unexpected: 0 };
    this.#rows.set(name, row);
    row.sent += 1;
    row.came[outcome] = (row.came[outcome] ?? 0) + 1;
    if (!expected.includes(outcome)) row.unexpected += 1;
  }

  get rows() {
    return [...this.#rows.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }
}
