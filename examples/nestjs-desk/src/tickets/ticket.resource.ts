import { Arg, Complete, Resource, type ResourceHandler } from '@cuecard/core';
import { IsInt } from 'class-validator';
import { TicketsService } from './tickets.service.js';

export class TicketId {
  @Arg({ description: 'The number of the ticket' })
  @IsInt()
  id!: number;
}

@Resource({ uri: 'tickets://{id}', name: 'ticket', description: 'A ticket, with its answer', args: TicketId })
export class TicketResource implements ResourceHandler<TicketId> {
  constructor(private readonly tickets: TicketsService) {}

  read({ id }: TicketId) {
    return this.tickets.one(id);
  }

  async list() {
    return (await this.tickets.all()).map(({ id, subject }) => ({ args: { id }, title: subject }));
  }

  @Complete('id')
  async ids() {
    return (await this.tickets.all()).map(({ id }) => String(id));
  }
}
