import { setTimeout as sleep } from 'node:timers/promises';
import { ExitCode } from '../outcome/exit-code.js';
import { Problem } from '../outcome/problem.js';
import { aborted } from './session.js';

/** How long an interrupted command may take to close what it has opened. */
const CLOSES_WITHIN_MS = 500;

/** What ends a command at Ctrl-C, or at SIGTERM. */
export function interruption(reason?: unknown): Problem {
  const isTerminated = reason === 'SIGTERM';
  return new Problem({
    code: 'interrupted',
    summary: isTerminated ? 'Terminated' : 'Interrupted',
    exitCode: isTerminated ? ExitCode.terminated : ExitCode.interrupted,
  });
}

/** Waits for the work of a command. @throws {Problem} `interrupted` if it is not to go on */
export async function unlessInterrupted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const end = work.catch(() => {});
  await Promise.race([end, aborted(signal)]);
  if (!signal.aborted) return work;
  await Promise.race([end, sleep(CLOSES_WITHIN_MS)]);
  throw interruption(signal.reason);
}
