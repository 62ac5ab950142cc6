#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { runProgram } from './commands/program.js';
import { Terminal } from './terminal/terminal.js';

const interruption = new AbortController();
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

const options = { terminal: new Terminal(), folder: process.cwd(), version, signal: interruption.signal };

async function main(): Promise<void> {
  process.exitCode = await runProgram(process.argv.slice(2), options);
}

void main();
