/** An amount as people read it. */
export function inFrancs(amount: number): string {
  return `CHF ${amount.toFixed(2)}`;
}
