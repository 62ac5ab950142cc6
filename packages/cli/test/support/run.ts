import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const CUECARD = fileURLToPath(new URL('../../dist/cuecard.js', import.meta.url));

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line in a process of its own. */
export function run(folder: string, args: readonly string[], input = ''): Promise<Run> {
  const child = spawn(process.execPath, [CUECARD, ...args], { cwd: folder, env: { ...process.env, NO_COLOR: '1' } });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (said.stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (said.stderr += String(chunk)));
  child.stdin.end(input);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...said })));
}
