import { Payload } from '@nestjs/microservices';
import { McpController, Resource, ResourceTemplate } from '@rekog/mcp-nest';
import { Shelf } from '../shelf.js';

@McpController()
export class Library {
  constructor(private readonly shelf: Shelf) {}

  @Resource({ uri: 'library://books', name: 'books', description: 'All books', mimeType: 'application/json' })
  books(@Payload() { uri }: { uri: string }) {
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(this.shelf.all()) }] };
  }

  @ResourceTemplate({ uriTemplate: 'library://books/{id}', name: 'book', description: 'A book' })
  book(@Payload() { uri, id }: { uri: string; id: string }) {
    const book = this.shelf.get(Number(id));
    if (book === undefined) throw new Error(`There is no book ${id}`);
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(book) }] };
  }
}
