import { Arg, Field, type RequestContext, Tool, type ToolHandler } from '@cuecard/core';
import { IsInt, MaxLength } from 'class-validator';
import { CurrentUser, type User } from '../access/current-user.js';
import { TicketsService } from './tickets.service.js';

export class AnswerTicketArgs {
  @Arg({ description: 'The number of the ticket' })
  @IsInt()
  ticket!: number;

  @Arg({ description: 'What the customer reads' })
  @MaxLength(10_000)
  answer!: string;
}

export class Answered {
  @Field({ description: 'The number of the ticket' })
  @IsInt()
  ticket!: number;

  @Field({ description: 'Who answered' })
  by!: string;
}

@Tool({
  title: 'Answer a ticket',
  description: 'Sends an answer to the customer of a ticket',
  args: AnswerTicketArgs,
  output: Answered,
  scopes: ['tickets:answer'],
  annotations: { destructiveHint: false },
})
export class AnswerTicket implements ToolHandler<AnswerTicketArgs, Answered> {
  constructor(private readonly tickets: TicketsService) {}

  async call({ ticket, answer }: AnswerTicketArgs, _context: RequestContext, @CurrentUser() user?: User) {
    const by = user?.principal ?? 'somebody';
    await this.tickets.answer(ticket, answer, by);
    return { ticket, by };
  }
}
