import { Console } from 'node:console';
import { readFileSync } from 'node:fs';
import { runProgram } from './program.js';
import { ExitCode } from './outcome/problem.js';
import { Terminal } from './terminal/terminal.js';

// What the code of a project prints must not be part of a result on stdout.
globalThis.console = new Console(process.stderr);

const interruption = new AbortController();
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

/** The first Ctrl-C lets the command end; the second one ends the process. */
function interrupt(signal: NodeJS.Signals): void {
  if (interruption.signal.aborted) process.exit(ExitCode.interrupted);
  interruption.abort(signal);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt);

const options = { terminal: new Terminal(), folder: process.cwd(), version, signal: interruption.signal };

// The reader of a pipe, such as `head`, may close it early.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) =>
  process.exit(code === 'EPIPE' ? ExitCode.done : ExitCode.failed),
);
// A server keeps serving if the client closes its stderr.
process.stderr.on('error', () => {});

async function main(): Promise<void> {
  const code = await runProgram(process.argv.slice(2), options);
  await new Promise<void>((resolve) => process.stdout.write('', () => resolve()));
  // Ends the process even if the project has a running timer, for example.
  process.exit(code);
}

void main();
