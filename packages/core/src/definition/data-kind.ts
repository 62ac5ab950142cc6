import type { ClassKind } from './kind.js';

/** A kind whose definitions are made from data. */
export interface DataKind {
  readonly kind: ClassKind;
  /** The function that makes them: `definePrompt`. */
  readonly by: string;
  /** The methods that a handler may have beside that of its kind. */
  readonly methods: readonly string[];
}
