import { Arg, Prompt, RequestError, type PromptHandler, untrusted, user } from '@cuecard/core';

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
