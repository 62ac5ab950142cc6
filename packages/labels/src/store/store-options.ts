import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { isLabel, limit, type Logger, SafeLogger, stderrLogger } from '@cuecard/core';
import type { LabelState } from '../record/label-record.js';
import { parsedState } from '../record/parsed-state.js';

export interface LabelStoreOptions {
  /**
   * The labels whose moves need a reason, and the version where the label has to be. The store keeps them, for all who
   * write to it.
   * @default those that the store knows
   */
  readonly protect?: readonly string[];
  /**
   * A committed file of labels, as `cuecard labels list --out` writes it: what serves while the store cannot be reached
   * at the start.
   * @default none: without the store, `ready` rejects
   */
  readonly fallback?: string;
  /**
   * For how long labels may be stale while the instance counts as ready, in milliseconds, if `stale` is `unready`.
   * @default 30,000
   */
  readonly staleAfterMs?: number;
  /**
   * Whether an instance with stale labels goes on being ready. With `unready`, all instances go while the store is down.
   * @default 'serve'
   */
  readonly stale?: 'serve' | 'unready';
  /**
   * For how long a move waits for a store that is away, in milliseconds.
   * @default 0: it fails at once
   */
  readonly patience?: number;
  /**
   * What the instance is called where it lacks a version. Each has a name of its own.
   * @default the name of the host and the number of the process
   */
  readonly instance?: string;
  /**
   * Receives when the store is away, and when it has lost something.
   * @default stderr
   */
  readonly logger?: Logger;
}

export interface Settings {
  readonly protect: readonly string[];
  readonly fallback: LabelState | undefined;
  readonly staleAfterMs: number;
  readonly stale: 'serve' | 'unready';
  readonly patience: number;
  readonly instance: string;
  readonly logger: Logger;
}

export function settingsOf(options: LabelStoreOptions): Settings {
  const {
    protect = [],
    fallback,
    staleAfterMs = 30_000,
    stale = 'serve',
    patience = 0,
    instance = ownName(),
    logger = stderrLogger,
  } = options;
  const wrong = protect.find((label) => !isLabel(label));
  if (wrong !== undefined) throw new TypeError(`protect has "${wrong}", which can be no label: correct it`);
  limit('staleAfterMs', staleAfterMs, { least: 0 });
  limit('patience', patience, { least: 0 });
  const state = fallback === undefined ? undefined : stateIn(fallback);
  return { protect, fallback: state, staleAfterMs, stale, patience, instance, logger: new SafeLogger(logger) };
}

function stateIn(fallback: string): LabelState {
  try {
    return parsedState(readFileSync(fallback, 'utf8'), fallback);
  } catch (cause) {
    if (cause instanceof TypeError) throw cause;
    const remedy = 'leave the option out, and write it with cuecard labels list --out';
    throw new Error(`The fallback ${fallback} cannot be read: ${remedy}`, { cause });
  }
}

function ownName(): string {
  return `${hostname()}-${process.pid}-${randomBytes(3).toString('hex')}`;
}
