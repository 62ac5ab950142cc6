import { execFile } from 'node:child_process';

const LIMIT_MS = 30_000;

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program of Node to its end, for half a minute at most. */
export function run(program: string, args: readonly string[], options: { env: NodeJS.ProcessEnv }): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const limits = { timeout: LIMIT_MS, killSignal: 'SIGKILL' as const, ...options };
    execFile(process.execPath, [program, ...args], limits, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code;
      if (typeof code === 'number') resolve({ code, stdout, stderr });
      else reject(new Error(`${program} did not end by itself:\n${stdout}\n${stderr}`, { cause: error }));
    });
  });
}

/** The file of a package that is installed here. */
export function fileOf(path: string): string {
  return new URL(`../../node_modules/${path}`, import.meta.url).pathname;
}
