/** Starts measuring; returns the elapsed milliseconds, to the microsecond. */
export function stopwatch(): () => number {
  const started = performance.now();
  return () => Math.round((performance.now() - started) * 1000) / 1000;
}
