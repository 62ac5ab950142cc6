/** Asks with a signal that is aborted after a time, in milliseconds, or when everything ends. */
export async function withTimeLimit<Answer>(
  milliseconds: number,
  end: AbortSignal,
  ask: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const asking = new AbortController();
  const giveUp = () => asking.abort();
  const timer = setTimeout(giveUp, milliseconds);
  timer.unref();
  end.addEventListener('abort', giveUp, { once: true });
  try {
    return await ask(asking.signal);
  } finally {
    clearTimeout(timer);
    end.removeEventListener('abort', giveUp);
  }
}
