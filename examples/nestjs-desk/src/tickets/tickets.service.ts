import { Injectable, NotFoundException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Ticket } from './ticket.entity.js';

@Injectable()
export class TicketsService {
  constructor(@InjectRepository(Ticket) private readonly tickets: Repository<Ticket>) {}

  open(): Promise<Ticket[]> {
    return this.tickets.find({ where: { state: 'open' }, order: { id: 'ASC' } });
  }

  all(): Promise<Ticket[]> {
    return this.tickets.find({ order: { id: 'ASC' } });
  }

  /** @throws {NotFoundException} if there is no such ticket */
  async one(id: number): Promise<Ticket> {
    const ticket = await this.tickets.findOneBy({ id });
    if (ticket === null) throw new NotFoundException(`There is no ticket ${id}`);
    return ticket;
  }

  add(ticket: Pick<Ticket, 'subject' | 'text'>): Promise<Ticket> {
    return this.tickets.save(this.tickets.create(ticket));
  }

  /** @throws {NotFoundException} if there is no such ticket */
  async answer(id: number, answer: string, answeredBy: string): Promise<Ticket> {
    return this.tickets.save({ ...(await this.one(id)), answer, answeredBy, state: 'answered' as const });
  }
}
