import { Ctx, Payload } from '@nestjs/microservices';
import { McpContext, McpController, Tool } from '@rekog/mcp-nest';
import { z } from 'zod';
import { Shelf } from '../shelf.js';

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
  async addBook(@Payload() { title, pages }: { title: string; pages: number }, @Ctx() context: McpContext) {
    await context.reportProgress({ progress: 1, total: 1 });
    return this.shelf.add(title, pages);
  }
}
