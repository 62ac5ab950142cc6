import type { Command } from 'commander';
import { call, complete, get, read } from './calling.js';
import { check } from './check.js';
import { connect } from './connect.js';
import { dev } from './dev.js';
import { diff } from './diff.js';
import { docs } from './docs.js';
import { list } from './list.js';
import { manifest } from './manifest.js';
import { newCommand } from './new.js';
import { serve } from './serve.js';

/** The commands, in the order in which `--help` lists them. */
export const COMMANDS: readonly (() => Command)[] = [
  dev,
  serve,
  list,
  get,
  call,
  read,
  complete,
  check,
  docs,
  manifest,
  diff,
  newCommand,
  connect,
];
