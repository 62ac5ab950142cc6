import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Shelf } from '../shelf.js';

export function registerBook(server: McpServer, shelf: Shelf): void {
  const template = new ResourceTemplate('library://books/{id}', {
    list: () => ({ resources: shelf.all().map(({ id, title }) => ({ uri: `library://books/${id}`, name: title })) }),
    complete: { id: () => shelf.all().map(({ id }) => String(id)) },
  });
  server.registerResource('book', template, { description: 'A book', mimeType: 'application/json' }, (uri, { id }) => {
    const book = shelf.get(Number(id));
    if (book === undefined) throw new Error(`There is no book ${id}`);
    return { contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(book) }] };
  });
}
