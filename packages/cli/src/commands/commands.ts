import type { Command } from 'commander';
import { connect } from './connect.js';
import { dev } from './dev.js';
import { newCommand } from './new.js';

/** The commands, in the order in which `--help` lists them. */
export const COMMANDS: readonly (() => Command)[] = [dev, newCommand, connect];
