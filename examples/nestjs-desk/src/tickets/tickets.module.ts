import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AnswerTicket } from './answer-ticket.tool.js';
import { DraftAnswer } from './draft-answer.prompt.js';
import { SampleTickets } from './sample-tickets.js';
import { Ticket } from './ticket.entity.js';
import { TicketResource } from './ticket.resource.js';
import { TicketsController } from './tickets.controller.js';
import { TicketsService } from './tickets.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Ticket])],
  controllers: [TicketsController],
  providers: [TicketsService, SampleTickets, DraftAnswer, AnswerTicket, TicketResource],
})
export class TicketsModule {}
