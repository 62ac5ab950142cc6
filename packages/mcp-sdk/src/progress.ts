import type { CallOptions } from '@cuecard/core';
import type { Extra } from './extra.js';

/**
 * How a request tells its client how far it is; nothing where the client does not want to know. Numbers that do not grow
 * are left out, as the specification has it (basic/utilities/progress).
 * @param failed is told when the client could not be
 */
export function progressOf(extra: Extra, failed: (error: unknown) => void): CallOptions['progress'] {
  const { _meta: meta, sendNotification } = extra;
  const progressToken = meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let last = Number.NEGATIVE_INFINITY;
  return (progress, total, message) => {
    if (!Number.isFinite(progress) || progress <= last) return;
    last = progress;
    const most = Number.isFinite(total) ? { total } : {};
    const said = message === undefined ? {} : { message };
    const params = { progressToken, progress, ...most, ...said };
    sendNotification({ method: 'notifications/progress', params }).catch(failed);
  };
}
