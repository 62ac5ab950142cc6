import { readFileSync } from 'node:fs';
import { runProgram } from './program.js';
import { ExitCode } from './outcome/problem.js';
import { Terminal } from './terminal/terminal.js';

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

// Who reads it, such as `head`, has seen enough.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) =>
  process.exit(code === 'EPIPE' ? ExitCode.done : ExitCode.failed),
);
// A server whose log is read no more is still asked: clients that start servers may close it.
process.stderr.on('error', () => {});

async function main(): Promise<void> {
  const code = await runProgram(process.argv.slice(2), options);
  await new Promise<void>((resolve) => process.stdout.write('', () => resolve()));
  // What the project has left running, such as a timer, does not keep a command that is done.
  process.exit(code);
}

void main();
