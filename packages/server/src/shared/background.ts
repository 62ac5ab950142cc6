/** Keeps a timer from keeping the process alive. Outside Node it may be a number, and does not do so anyway. */
export function background(timer: NodeJS.Timeout): NodeJS.Timeout {
  if (typeof timer === 'object') timer.unref();
  return timer;
}
