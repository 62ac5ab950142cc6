/** Has a timer not keep the process alive. Outside Node it may be a number, and no process lives by it. */
export function background(timer: NodeJS.Timeout): NodeJS.Timeout {
  if (typeof timer === 'object') timer.unref();
  return timer;
}
