/** An amount as people read it. */
export function inFrancs(amount: number): string {
  return `CHF ${amount.toFixed(2)}`;
}

/** Sums of francs are off by fractions of a cent. */
export function roundedToCents(amount: number): number {
  return Math.round(amount * 100) / 100;
}
