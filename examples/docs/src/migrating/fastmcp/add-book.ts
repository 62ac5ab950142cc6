import { type FastMCP, UserError } from 'fastmcp';
import { z } from 'zod';
import type { Shelf } from '../shelf.js';

export function addAddBook(server: FastMCP, shelf: Shelf): void {
  server.addTool({
    name: 'add_book',
    description: 'Puts a book on the shelf',
    parameters: z.object({ title: z.string().min(1), pages: z.number().int().positive() }),
    annotations: { destructiveHint: false },
    execute: async ({ title, pages }) => {
      if (shelf.all().some((book) => book.title === title)) throw new UserError('This book is on the shelf already');
      return JSON.stringify(shelf.add(title, pages));
    },
  });
}
