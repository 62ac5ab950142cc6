import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Payload } from '@nestjs/microservices';
import { McpController, McpStrategy, Prompt, ResourceTemplate, StreamableHttpTransport, Tool } from '@rekog/mcp-nest';
import { z } from 'zod';

const ticket = z.object({
  id: z.number(),
  title: z.string(),
  priority: z.string(),
  state: z.string(),
  assignee: z.string(),
  comments: z.array(z.string()),
});
const ticketList = z.object({ tickets: z.array(ticket) });
const newTicket = z.object({
  title: z.string().min(1).max(80),
  priority: z.enum(['low', 'normal', 'high']).default('normal'),
});
const search = z.object({ text: z.string().default(''), state: z.enum(['open', 'closed']).default('open') });
const ticketId = z.object({ id: z.number().positive().describe('The number of the ticket') });
const assignment = ticketId.extend({ assignee: z.string().min(1) });
const comment = ticketId.extend({ text: z.string().min(1).max(1000) });
const promptTicketId = z.object({ id: z.coerce.number().positive().describe('The number of the ticket') });
const reply = promptTicketId.extend({ tone: z.enum(['friendly', 'formal']).default('friendly') });

type Ticket = z.infer<typeof ticket>;

@McpController()
export class TicketsController {
  readonly #tickets = new Map<number, Ticket>();

  @Tool({ name: 'open_ticket', description: 'Opens a ticket', parameters: newTicket, outputSchema: ticket })
  openTicket(@Payload() { title, priority }: z.infer<typeof newTicket>): Ticket {
    const opened = { id: this.#tickets.size + 1, title, priority, state: 'open', assignee: '', comments: [] };
    this.#tickets.set(opened.id, opened);
    return opened;
  }

  @Tool({
    name: 'find_tickets',
    description: 'Finds tickets by their title',
    parameters: search,
    outputSchema: ticketList,
    annotations: { readOnlyHint: true },
  })
  findTickets(@Payload() { text, state }: z.infer<typeof search>) {
    const tickets = [...this.#tickets.values()];
    return { tickets: tickets.filter((each) => each.state === state && each.title.includes(text)) };
  }

  @Tool({
    name: 'assign_ticket',
    description: 'Assigns a ticket to a colleague',
    parameters: assignment,
    outputSchema: ticket,
  })
  assignTicket(@Payload() { id, assignee }: z.infer<typeof assignment>): Ticket {
    return this.#change(id, { assignee });
  }

  @Tool({ name: 'comment_on_ticket', description: 'Comments on a ticket', parameters: comment, outputSchema: ticket })
  commentOnTicket(@Payload() { id, text }: z.infer<typeof comment>): Ticket {
    return this.#change(id, { comments: [...this.#ticket(id).comments, text] });
  }

  @Tool({ name: 'close_ticket', description: 'Closes a ticket', parameters: ticketId, outputSchema: ticket })
  closeTicket(@Payload() { id }: z.infer<typeof ticketId>): Ticket {
    return this.#change(id, { state: 'closed' });
  }

  @Tool({ name: 'count_tickets', description: 'Counts the open tickets', annotations: { readOnlyHint: true } })
  countTickets() {
    const { tickets } = this.findTickets({ text: '', state: 'open' });
    return { content: [{ type: 'text', text: `${tickets.length} open` }] };
  }

  @Prompt({ name: 'summarise_ticket', description: 'Summarises a ticket', parameters: promptTicketId })
  summariseTicket(@Payload() payload: unknown) {
    const { id } = promptTicketId.parse(payload); // The arguments of prompts arrive as they were sent.
    return messages(`Summarise this ticket in one sentence:\n${JSON.stringify(this.#ticket(id))}`);
  }

  @Prompt({ name: 'reply_to_ticket', description: 'Drafts a reply to the author of a ticket', parameters: reply })
  replyToTicket(@Payload() payload: unknown) {
    const { id, tone } = reply.parse(payload);
    return messages(`Write a ${tone} reply to this ticket:\n${JSON.stringify(this.#ticket(id))}`);
  }

  @Prompt({ name: 'triage_tickets', description: 'Orders the open tickets by urgency' })
  triageTickets() {
    const open = this.findTickets({ text: '', state: 'open' });
    return messages(`Order these tickets by urgency:\n${JSON.stringify(open)}`);
  }

  @ResourceTemplate({ name: 'ticket', uriTemplate: 'tickets://{id}', description: 'A ticket' })
  ticket(@Payload() { uri, id }: { uri: string; id: string }) {
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(this.#ticket(Number(id))) }] };
  }

  #ticket(id: number): Ticket {
    const found = this.#tickets.get(id);
    if (found === undefined) throw new Error(`There is no ticket ${id}`);
    return found;
  }

  #change(id: number, changes: Partial<Ticket>): Ticket {
    const changed = { ...this.#ticket(id), ...changes };
    this.#tickets.set(id, changed);
    return changed;
  }
}

function messages(text: string) {
  return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] };
}

@Module({ controllers: [TicketsController] })
class AppModule {}

export async function start(port: number) {
  const strategy = new McpStrategy({ name: 'tickets', version: '1.0.0', transports: [new StreamableHttpTransport()] });
  const app = await NestFactory.create(AppModule, { logger: false });
  strategy.setHttpAdapter(app.getHttpAdapter());
  app.connectMicroservice({ strategy });
  await app.startAllMicroservices();
  await app.listen(port, '127.0.0.1');
  return app;
}
