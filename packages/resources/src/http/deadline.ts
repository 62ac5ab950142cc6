/**
 * Runs a task with a signal that fires after `ms`, or when the given signal does. The reason is thrown immediately,
 * even if the task reacts late.
 */
export async function withDeadline<Result>(
  ms: number,
  signal: AbortSignal | undefined,
  task: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  const timer = setTimeout(() => controller.abort(new Error(`It took longer than ${ms} ms`)), ms);
  signal?.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([aborted(controller.signal), task(controller.signal)]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

async function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
