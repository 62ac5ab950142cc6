const FRAMES = 50;

/**
 * Returns whether the caller was reached by the fast path. It reads the call sites instead of `stack`, which Jest would
 * map to the sources: that takes a second for each package.
 */
export function isInLane(): boolean {
  const { stackTraceLimit, prepareStackTrace } = Error;
  Error.stackTraceLimit = FRAMES;
  Error.prepareStackTrace = (_, sites) => sites.map(String);
  const holder: { stack?: unknown } = {};
  Error.captureStackTrace(holder, isInLane);
  const sites = holder.stack as readonly string[]; // Created when it is first read.
  Object.assign(Error, { stackTraceLimit, prepareStackTrace });
  return sites.some((site) => site.includes('LaneCall'));
}
