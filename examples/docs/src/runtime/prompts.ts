import { Arg, Prompt, type PromptHandler, RequestContext, RequestError, untrusted, user } from '@cuecard/core';
import { Lifecycle, scoped } from 'tsyringe';

/** What each release has changed. */
export type Changelog = ReadonlyMap<string, readonly string[]>;

export class ReleaseNotesArgs {
  @Arg({ description: 'Since which release' })
  since!: string;
}

@Prompt({ description: 'Asks for release notes', args: ReleaseNotesArgs })
export class ReleaseNotesPrompt implements PromptHandler<ReleaseNotesArgs> {
  private readonly changelog: Changelog = new Map([
    ['1.1.0', ['A faster list', 'Fewer dependencies']],
    ['1.2.0', ['Versions']],
  ]);

  async render({ since }: ReleaseNotesArgs, context: RequestContext) {
    const releases = [...this.changelog].filter(([version]) => version > since);
    const changes: string[] = [];
    for (const [index, [version, entries]] of releases.entries()) {
      context.signal.throwIfAborted(); // The client has disconnected, or the deadline has passed.
      context.progress(index + 1, releases.length, version);
      changes.push(...entries);
    }
    context.log('info', 'collected changes', { releases: releases.length });
    return user`Write release notes for ${context.client?.name ?? 'somebody'}:\n\n${untrusted(changes.join('\n'))}`;
  }
}

/** The user of one request. */
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

/** The tickets of the team, by their numbers. */
export abstract class Tickets {
  abstract find(id: string): string | undefined;
}

export class TicketArgs {
  @Arg({ title: 'Ticket', description: 'Its number, such as T-12' })
  id!: string;
}

@Prompt({
  title: 'Explain a ticket',
  description: 'Explains a ticket to somebody who is new',
  icons: [{ src: 'https://example.com/ticket.svg', mimeType: 'image/svg+xml', sizes: ['any'] }],
  args: TicketArgs,
})
export class ExplainTicketPrompt implements PromptHandler<TicketArgs> {
  constructor(private readonly tickets: Tickets) {}

  render({ id }: TicketArgs) {
    const ticket = this.tickets.find(id);
    if (ticket === undefined) throw new RequestError('There is no such ticket: see the board', { code: -32602 });
    return user`Explain this ticket:\n\n${untrusted(ticket)}`;
  }
}
