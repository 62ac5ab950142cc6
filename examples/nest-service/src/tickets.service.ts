import { Complete, Prompt, Resource, Tool, untrusted, user } from '@cuecard/core';
import { Injectable, NotFoundException } from '@nestjs/common';
import { Assignment, Comment, NewTicket, Reply, Search, Ticket, TicketId, TicketList } from './ticket.js';

@Injectable()
export class TicketsService {
  readonly #tickets = new Map<number, Ticket>();

  @Tool({ description: 'Opens a ticket', output: Ticket })
  openTicket({ title, priority }: NewTicket): Ticket {
    const ticket = { id: this.#tickets.size + 1, title, priority, state: 'open', assignee: '', comments: [] };
    this.#tickets.set(ticket.id, ticket);
    return ticket;
  }

  @Tool({ description: 'Finds tickets by their title', output: TicketList, annotations: { readOnlyHint: true } })
  findTickets({ text, state }: Search): TicketList {
    const tickets = [...this.#tickets.values()];
    return { tickets: tickets.filter((ticket) => ticket.state === state && ticket.title.includes(text)) };
  }

  @Tool({ description: 'Assigns a ticket to a colleague', output: Ticket })
  assignTicket({ id, assignee }: Assignment): Ticket {
    return this.#change(id, { assignee });
  }

  @Tool({ description: 'Comments on a ticket', output: Ticket })
  commentOnTicket({ id, text }: Comment): Ticket {
    return this.#change(id, { comments: [...this.ticket({ id }).comments, text] });
  }

  @Tool({ description: 'Closes a ticket', output: Ticket })
  closeTicket({ id }: TicketId): Ticket {
    return this.#change(id, { state: 'closed' });
  }

  @Tool({ description: 'Counts the open tickets', annotations: { readOnlyHint: true } })
  countTickets() {
    return `${this.findTickets(new Search()).tickets.length} open`;
  }

  @Prompt({ description: 'Summarises a ticket' })
  summariseTicket({ id }: TicketId) {
    return user`Summarise this ticket in one sentence:\n${untrusted(JSON.stringify(this.ticket({ id })))}`;
  }

  @Prompt({ description: 'Drafts a reply to the author of a ticket' })
  replyToTicket({ id, tone }: Reply) {
    return user`Write a ${tone} reply to this ticket:\n${untrusted(JSON.stringify(this.ticket({ id })))}`;
  }

  @Prompt({ description: 'Orders the open tickets by urgency' })
  triageTickets() {
    return user`Order these tickets by urgency:\n${untrusted(JSON.stringify(this.findTickets(new Search())))}`;
  }

  @Resource({ uri: 'tickets://{id}', description: 'A ticket' })
  ticket({ id }: TicketId): Ticket {
    const ticket = this.#tickets.get(id);
    if (ticket === undefined) throw new NotFoundException(`There is no ticket ${id}`);
    return ticket;
  }

  @Complete('replyToTicket', 'id')
  ids() {
    return [...this.#tickets.keys()].map(String);
  }

  #change(id: number, changes: Partial<Ticket>): Ticket {
    const ticket = { ...this.ticket({ id }), ...changes };
    this.#tickets.set(id, ticket);
    return ticket;
  }
}
