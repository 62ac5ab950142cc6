/** A change that somebody works on. */
export interface Change {
  readonly name: string;
  readonly author: string;
  readonly isDraft: boolean;
  readonly diff: string;
}

/** A team, and what it works on. */
export abstract class Team {
  abstract readonly changes: readonly Change[];
  abstract readonly rules: readonly string[];
}

export const backend: Team = {
  changes: [
    { name: 'faster-search', author: 'ada', isDraft: false, diff: '+ const index = new Map();' },
    { name: 'try-sqlite', author: 'ada', isDraft: true, diff: '+ import sqlite from "sqlite";' },
  ],
  rules: ['Queries have a limit.', 'Errors name the remedy.'],
};

export const frontend: Team = {
  changes: [{ name: 'dark-mode', author: 'bea', isDraft: false, diff: '+ color-scheme: light dark;' }],
  rules: ['Every control has a label.'],
};
