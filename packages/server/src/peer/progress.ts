import type { RequestId } from '../jsonrpc/message.js';

type ProgressParams = {
  readonly progressToken: RequestId;
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
};

/**
 * Reports the progress of a request. Values that do not increase are omitted, as the specification requires
 * (basic/utilities/progress).
 * @param send sends the params of `notifications/progress`
 */
export function progressTo(
  progressToken: RequestId,
  send: (params: ProgressParams) => void,
): (progress: number, total?: number, message?: string) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (progress, total, message) => {
    if (!Number.isFinite(progress) || progress <= last) return;
    last = progress;
    const most = total !== undefined && Number.isFinite(total) ? { total } : {};
    const said = message === undefined ? {} : { message };
    send({ progressToken, progress, ...most, ...said });
  };
}
