import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import type { Shelf } from '../shelf.js';

export function registerAddBook(server: McpServer, shelf: Shelf): void {
  server.registerTool(
    'add_book',
    {
      description: 'Puts a book on the shelf',
      inputSchema: { title: z.string().min(1), pages: z.number().int().positive() },
      outputSchema: { id: z.number(), title: z.string(), pages: z.number() },
      annotations: { destructiveHint: false },
    },
    async ({ title, pages }) => {
      if (shelf.all().some((book) => book.title === title))
        return { content: [{ type: 'text', text: 'This book is on the shelf already' }], isError: true };
      const book = { ...shelf.add(title, pages) };
      return { content: [{ type: 'text', text: JSON.stringify(book) }], structuredContent: book };
    },
  );
}
