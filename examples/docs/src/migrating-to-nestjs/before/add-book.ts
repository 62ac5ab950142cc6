import { Payload } from '@nestjs/microservices';
import { McpController, Tool } from '@rekog/mcp-nest';
import { z } from 'zod';
import { Shelf } from '../../migrating/shelf.js';

@McpController()
export class Books {
  constructor(private readonly shelf: Shelf) {}

  @Tool({
    name: 'add_book',
    description: 'Puts a book on the shelf',
    parameters: z.object({ title: z.string().min(1), pages: z.number().int().positive() }),
    outputSchema: z.object({ id: z.number(), title: z.string(), pages: z.number() }),
    annotations: { destructiveHint: false },
  })
  addBook(@Payload() { title, pages }: { title: string; pages: number }) {
    return this.shelf.add(title, pages);
  }
}
