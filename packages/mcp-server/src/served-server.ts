import type { OpenServer, SdkHandler } from '@cuecard/transports';
import { V2Server } from './server.js';

const CALL = 'tools/call';

/**
 * A server of our own. The SDK checks tool calls and their results by its schemas, whatever a handler wants, and
 * answers with parser reports; here requests reach the handler without these checks.
 */
export class ServedServer extends V2Server {
  #call: SdkHandler | undefined;

  override answer(method: string, handler: SdkHandler): void {
    if (method === CALL) this.#call = handler;
    else super.answer(method, handler);
  }

  override answerOthers(handler: Parameters<OpenServer['answerOthers']>[0]): void {
    super.answerOthers((method, params, request) => {
      return (method === CALL ? this.#call?.(params, request) : undefined) ?? handler(method, params, request);
    });
  }
}
