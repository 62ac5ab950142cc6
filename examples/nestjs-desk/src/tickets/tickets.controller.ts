import { Controller, Get, Param, ParseIntPipe } from '@nestjs/common';
import type { Ticket } from './ticket.entity.js';
import { TicketsService } from './tickets.service.js';

/** What the desk's web pages ask for. */
@Controller('tickets')
export class TicketsController {
  constructor(private readonly tickets: TicketsService) {}

  @Get(':id')
  one(@Param('id', ParseIntPipe) id: number): Promise<Ticket> {
    return this.tickets.one(id);
  }
}
