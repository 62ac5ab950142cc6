import { Injectable, type OnModuleInit } from '@nestjs/common';
import { TicketsService } from './tickets.service.js';

const SAMPLE = [
  { subject: 'Teapot leaks', text: 'The teapot that came on Monday leaks at the spout. Can you send another?' },
  { subject: 'Invoice', text: 'Please send the invoice of May to accounts@example.com instead.' },
];

/** Two tickets for a desk that has none. */
@Injectable()
export class SampleTickets implements OnModuleInit {
  constructor(private readonly tickets: TicketsService) {}

  async onModuleInit(): Promise<void> {
    if ((await this.tickets.all()).length > 0) return;
    for (const each of SAMPLE) await this.tickets.add(each);
  }
}
