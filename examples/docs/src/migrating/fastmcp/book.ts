import type { FastMCP } from 'fastmcp';
import type { Shelf } from '../shelf.js';

export function addBook(server: FastMCP, shelf: Shelf): void {
  server.addResourceTemplate({
    uriTemplate: 'library://books/{id}',
    name: 'book',
    description: 'A book',
    mimeType: 'application/json',
    arguments: [
      { name: 'id', required: true, complete: async () => ({ values: shelf.all().map(({ id }) => String(id)) }) },
    ],
    load: async ({ id }) => {
      const book = shelf.get(Number(id));
      if (book === undefined) throw new Error(`There is no book ${id}`);
      return { text: JSON.stringify(book) };
    },
  });
}
