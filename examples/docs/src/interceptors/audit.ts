import type { Next, Answer, Call, InterceptorHandler } from '@cuecard/core';
import { injectable, singleton } from 'tsyringe';

@singleton()
export class AuditTrail {
  readonly entries: string[] = [];
}

/** Notes which prompts have been handed out, and to whom. */
@injectable()
export class Audit implements InterceptorHandler {
  constructor(private readonly trail: AuditTrail) {}

  async intercept(call: Call, next: Next): Promise<Answer> {
    const answer = await next();
    const { method, context, definition } = call;
    if (method === 'prompts/get') this.trail.entries.push(`${context.client?.name} got ${definition?.name}`);
    return answer;
  }
}
