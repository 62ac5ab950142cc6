/** The processor time of this process so far, in microseconds. */
export function cpu() {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** The memory of this process after a garbage collection, in bytes. */
export function memory() {
  globalThis.gc();
  const { rss, heapUsed } = process.memoryUsage();
  return { rss, heap: heapUsed };
}
