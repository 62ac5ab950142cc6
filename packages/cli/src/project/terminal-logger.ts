import { inspect } from 'node:util';
import type { Logger } from '@cuecard/core';
import { styled, type Terminal } from '../terminal/terminal.js';

/** Writes the log of a project to stderr: stdout is for the result of a command, or for the protocol. */
export function terminalLogger(terminal: Terminal): Logger {
  const writer = (prefix: string) => (message: string, data?: unknown) =>
    terminal.say([prefix, message, ...(data === undefined ? [] : [inspect(data)])].join(' '));
  return {
    error: writer(styled('red', 'error')),
    warn: writer(styled('yellow', 'warning')),
    info: writer(styled('dim', 'info')),
    debug: () => {},
  };
}
