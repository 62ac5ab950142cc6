import { inspect } from 'node:util';
import type { Logger } from '@cuecard/core';
import { styled, type Terminal } from '../terminal/terminal.js';

/** Writes what a project logs to stderr: stdout is for what a command is asked for, or for the protocol. */
export function terminalLogger(terminal: Terminal): Logger {
  const told = (prefix: string) => (message: string, data?: unknown) =>
    terminal.say([prefix, message, ...(data === undefined ? [] : [inspect(data)])].join(' '));
  return {
    error: told(styled('red', 'error')),
    warn: told(styled('yellow', 'warning')),
    info: told(styled('dim', 'info')),
    debug: () => {},
  };
}
