import { Arg, type RequestContext, Tool, type ToolHandler } from '@cuecard/core';
import { Tickets } from './tickets.js';

export class CloseArgs {
  @Arg({ description: 'The number of the ticket' })
  id!: string;
}

class Confirmation {
  @Arg({ description: 'Whether to close it' })
  sure!: boolean;
}

@Tool({ description: 'Closes a ticket', args: CloseArgs, annotations: { destructiveHint: true } })
export class CloseTicket implements ToolHandler<CloseArgs> {
  constructor(private readonly tickets: Tickets) {}

  async call({ id }: CloseArgs, context: RequestContext) {
    const { sure } = await context.ask(Confirmation, `Close the ticket ${id}?`);
    if (!sure) return 'The ticket stays open.';
    await this.tickets.close(id);
    return `The ticket ${id} is closed.`;
  }
}
