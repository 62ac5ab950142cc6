import { Arg, Prompt, type PromptHandler, RequestError, untrusted, user } from '@cuecard/core';
import { IsIn, Matches } from 'class-validator';
import { Tickets } from './tickets.js';

export class AnswerArgs {
  @Arg({ description: 'The number of the ticket, such as T-1' })
  @Matches(/^T-\d+$/)
  id!: string;

  @Arg({ description: 'How it sounds' })
  @IsIn(['friendly', 'formal'])
  tone = 'friendly';
}

@Prompt({ description: 'Drafts an answer to a ticket', args: AnswerArgs })
export class Answer implements PromptHandler<AnswerArgs> {
  constructor(private readonly tickets: Tickets) {}

  async render({ id, tone }: AnswerArgs) {
    const ticket = await this.tickets.find(id);
    if (ticket === undefined) throw new RequestError('There is no such ticket: see the board', { code: -32602 });
    return user`Draft a ${tone} answer to this ticket.\n\n${untrusted(ticket.text)}`;
  }
}
