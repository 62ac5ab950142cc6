/**
 * Returns the processor time of this process, in milliseconds. Bounds on a cost use it, because a busy machine does not
 * change it much.
 */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
