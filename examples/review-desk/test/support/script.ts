import { jest } from '@jest/globals';

let count = 0;

/** Runs a script in this process until its module has been evaluated, and returns its output and its exit code. */
export async function runScript(path: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { argv, exitCode } = process;
  const output = { stdout: '', stderr: '' };
  const streams = ['stdout', 'stderr'] as const;
  const spies = streams.map((name) =>
    jest.spyOn(process[name], 'write').mockImplementation((chunk) => {
      output[name] += String(chunk);
      return true;
    }),
  );
  process.argv = [process.execPath, path, ...args];
  Object.assign(process.env, env);
  try {
    count += 1;
    await import(`${path}?run=${count}`);
    return { code: process.exitCode ?? 0, ...output };
  } finally {
    process.argv = argv;
    process.exitCode = exitCode;
    for (const name of Object.keys(env)) delete process.env[name];
    for (const spy of spies) spy.mockRestore();
  }
}
