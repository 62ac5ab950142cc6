import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ServingCommand } from './serving-command.ts';

const CUECARD = fileURLToPath(new URL('../../dist/cuecard.js', import.meta.url));

/** Runs `cuecard dev` or another serving command as a process. Use `DevInProcess` if a test needs no process. */
export class DevProcess extends ServingCommand {
  readonly process: ChildProcess;
  readonly #exit: Promise<number | null>;

  constructor(folder: string, args: readonly string[] = ['--port', '0'], command = 'dev') {
    super();
    this.process = spawn(process.execPath, [CUECARD, command, ...args], {
      cwd: folder,
      env: { ...process.env, NO_COLOR: '1' },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.process.stderr?.on('data', (chunk) => this.output.add(chunk));
    this.#exit = new Promise((resolve) => {
      this.process.once('close', (code) => {
        this.output.end();
        resolve(code);
      });
    });
  }

  exitCode(): Promise<number | null> {
    return this.#exit;
  }

  async stop(): Promise<void> {
    this.process.kill('SIGKILL');
    await this.#exit;
  }
}
