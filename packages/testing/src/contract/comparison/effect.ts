/** What a change of a keyword does to the values that a schema accepts. */
export interface Effect {
  readonly effect: 'narrower' | 'wider' | 'incomparable';
  readonly rule: string;
  readonly reason: string;
}

export function narrower(rule: string, reason: string): Effect {
  return { effect: 'narrower', rule, reason };
}

export function wider(rule: string, reason: string): Effect {
  return { effect: 'wider', rule, reason };
}
