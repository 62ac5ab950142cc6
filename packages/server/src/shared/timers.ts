/** Resolves to the result of the work, or to `late` after the timeout. */
export async function withTimeout<T>(work: Promise<T>, timeoutMs: number, late: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<T>((resolve) => (timer = setTimeout(() => resolve(late), timeoutMs)));
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Keeps a timer from keeping the process alive. Outside Node a timer may be a number, which does not do so anyway. */
export function background(timer: NodeJS.Timeout): NodeJS.Timeout {
  if (typeof timer === 'object') timer.unref();
  return timer;
}
