import { definePack } from '@cuecard/core';
import { Answer } from './answer.js';
import { CloseTicket } from './close-ticket.js';

export { type Ticket, Tickets } from './tickets.js';

export const supportPack = definePack({
  name: 'support',
  version: '1.0.0',
  prompts: [Answer],
  tools: [CloseTicket],
});
