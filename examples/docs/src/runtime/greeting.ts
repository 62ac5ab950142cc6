import { Prompt, RequestContext, type PromptHandler, user } from '@cuecard/core';
import { Lifecycle, scoped } from 'tsyringe';

/** Lives as long as one request, and knows whose it is. */
@scoped(Lifecycle.ContainerScoped)
export class CurrentUser {
  constructor(private readonly context: RequestContext) {}

  get name(): string {
    return String(this.context.auth?.claims?.['name'] ?? 'you');
  }
}

@Prompt({ description: 'Greets whoever asks' })
export class GreetingPrompt implements PromptHandler {
  constructor(private readonly caller: CurrentUser) {}

  render() {
    return user`Say hello to ${this.caller.name}.`;
  }
}
