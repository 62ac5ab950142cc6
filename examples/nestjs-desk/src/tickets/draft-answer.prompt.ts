import { Arg, Complete, Prompt, type PromptHandler, untrusted, user } from '@cuecard/core';
import { IsIn, IsInt } from 'class-validator';
import { TicketsService } from './tickets.service.js';

export class DraftAnswerArgs {
  @Arg({ description: 'The number of the ticket' })
  @IsInt()
  ticket!: number;

  @Arg({ description: 'How the answer sounds' })
  @IsIn(['warm', 'formal', 'brief'])
  tone = 'warm';
}

@Prompt({ title: 'Draft an answer', description: 'Asks for an answer to a ticket', args: DraftAnswerArgs })
export class DraftAnswer implements PromptHandler<DraftAnswerArgs> {
  constructor(private readonly tickets: TicketsService) {}

  async render({ ticket, tone }: DraftAnswerArgs) {
    const { subject, text } = await this.tickets.one(ticket);
    return user`Draft a ${tone} answer to this customer, about ${untrusted(subject)}:\n\n${untrusted(text)}`;
  }

  @Complete('ticket')
  async open() {
    return (await this.tickets.open()).map(({ id }) => String(id));
  }
}
