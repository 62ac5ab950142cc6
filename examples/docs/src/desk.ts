import {
  Arg,
  assistant,
  Field,
  NotFoundError,
  Prompt,
  type PromptHandler,
  type RequestContext,
  Resource,
  type ResourceHandler,
  Tool,
  type ToolHandler,
  untrusted,
  user,
} from '@cuecard/core';
import { IsIn, IsInt, IsOptional, Matches, Max, Min } from 'class-validator';

export interface Ticket {
  readonly id: string;
  readonly text: string;
}

/** The tickets; what is registered for it asks a database. */
export abstract class Tickets {
  abstract find(id: string): Promise<Ticket | undefined>;
  abstract close(id: string): Promise<void>;
}

class TicketId {
  @Arg({ description: 'The number of the ticket' })
  @Matches(/^T-[0-9]{1,4}$/)
  id!: string;
}

class TriageArgs extends TicketId {
  @Arg({ description: 'How to write' })
  @IsOptional()
  @IsIn(['formal', 'friendly'])
  tone?: string;

  @Arg({ description: 'How many steps at most' })
  @IsInt()
  @Min(1)
  @Max(9)
  steps = 3;

  @Arg({ description: 'What the agent knows already' })
  @IsOptional()
  notes?: string;
}

@Prompt({ name: 'triage', description: 'Triages a ticket', args: TriageArgs, examples: [{ id: 'T-1', notes: 'None' }] })
export class Triage implements PromptHandler<TriageArgs> {
  constructor(private readonly tickets: Tickets) {}

  async render({ id, tone = 'friendly', steps, notes }: TriageArgs, context: RequestContext) {
    context.progress(0, 1, 'Looking up the ticket');
    const ticket = await this.tickets.find(id);
    context.log('info', 'looked up a ticket', { found: ticket !== undefined });
    if (ticket === undefined) throw new NotFoundError('resource', `tickets://${id}`);
    return [
      user`Triage this ticket in ${steps} steps at most. Be ${tone}.\n\n${untrusted(ticket.text)}`,
      ...(notes === undefined ? [] : [user`The agent notes: ${untrusted(notes)}`]),
      assistant('Is the customer waiting?'),
    ];
  }
}

class Closed {
  @Field({ description: 'The number of the closed ticket' })
  id!: string;
}

class Confirmation {
  @Arg({ description: 'Whether to close it' })
  sure!: boolean;
}

@Tool({
  name: 'close_ticket',
  description: 'Closes a ticket',
  args: TicketId,
  output: Closed,
  scopes: ['tickets:close'],
  annotations: { idempotentHint: true },
})
export class CloseTicket implements ToolHandler<TicketId, Closed> {
  constructor(private readonly tickets: Tickets) {}

  async call({ id }: TicketId, context: RequestContext) {
    const { sure } = await context.ask(Confirmation, `Close the ticket ${id}?`);
    if (sure) await this.tickets.close(id);
    return sure ? { id } : { content: [{ type: 'text' as const, text: `${id} stays open.` }], isError: true };
  }
}

@Resource({
  uri: 'tickets://{id}',
  name: 'ticket',
  description: 'What a customer has asked',
  mimeType: 'application/json',
  args: TicketId,
})
export class TicketResource implements ResourceHandler<TicketId> {
  constructor(private readonly tickets: Tickets) {}

  read({ id }: TicketId) {
    return this.tickets.find(id);
  }
}
