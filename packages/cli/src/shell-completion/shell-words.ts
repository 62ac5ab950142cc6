import { dirname } from 'node:path';
import type { Command } from 'commander';
import type { KindName } from '@cuecard/core';
import { configFile } from '../config/config-file.js';
import { remembered } from '../peer/remembered.js';
import type { Run } from '../session/run.js';
import type { CommonOptions, Session } from '../session/session.js';
import { plainLine } from '../terminal/plain.js';
import { type Candidate, candidatesFor } from './candidates.js';

export interface ShellWordsOptions extends CommonOptions {
  /** The word to complete, as far as it has been typed. */
  readonly typed?: string;
}

/** Prints what could follow the words after `--`, one candidate a line, each with its description behind a tab. */
export function shellWords(program: Command): Run<ShellWordsOptions> {
  return async (session, { typed = '' }) => {
    const listed = (kind: KindName) => listedBy(session, kind);
    const found = candidatesFor({ program, words: session.rest, typed, listed });
    return { data: found, text: found.map(lineOf).join('\n') };
  };
}

/** Words are completed also where no project is found. */
function listedBy({ folder, rest }: Session, kind: KindName): ReturnType<typeof remembered> {
  const option = rest.indexOf('--config');
  try {
    return remembered(dirname(configFile(folder, option === -1 ? undefined : rest[option + 1])), kind);
  } catch {
    return [];
  }
}

/** Servers may name and describe what they offer as they like; shells print it. */
function lineOf({ value, description = '' }: Candidate): string {
  return [value, description].map(plainLine).join('\t');
}
