import type { Command } from 'commander';
import { call, complete, get, read } from './calling.js';
import { connect } from './connect.js';
import { dev } from './dev.js';
import { list } from './list.js';
import { newCommand } from './new.js';
import { serve } from './serve.js';

/** The commands, in the order in which `--help` lists them. */
export const COMMANDS: readonly (() => Command)[] = [dev, serve, list, get, call, read, complete, newCommand, connect];
