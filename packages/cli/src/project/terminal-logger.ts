import { inspect } from 'node:util';
import type { Logger } from '@cuecard/core';
import { styled, type Terminal } from '../terminal/terminal.js';
import { isError, thrownError, thrownText } from './thrown-error.js';

/**
 * Writes the log of a project to stderr: stdout is for the result of a command, or for the protocol.
 * @param folder the folder that paths in stacks are relative to
 */
export function terminalLogger(terminal: Terminal, folder: string): Logger {
  const write = (prefix: string) => (message: string, data?: unknown) => {
    const text = isError(data) ? `\n${thrownText(thrownError(data, folder))}` : ` ${inspect(data)}`;
    terminal.say(`${prefix} ${message}${data === undefined ? '' : text}`);
  };
  return {
    error: write(styled('red', 'error')),
    warn: write(styled('yellow', 'warning')),
    info: write(styled('dim', 'info')),
    debug: () => {},
  };
}
