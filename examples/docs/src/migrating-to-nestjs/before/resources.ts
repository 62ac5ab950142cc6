import { Payload } from '@nestjs/microservices';
import { McpController, ResourceTemplate } from '@rekog/mcp-nest';
import { Shelf } from '../../migrating/shelf.js';

@McpController()
export class Library {
  constructor(private readonly shelf: Shelf) {}

  @ResourceTemplate({ uriTemplate: 'library://books/{id}', name: 'book', description: 'A book' })
  book(@Payload() { uri, id }: { uri: string; id: string }) {
    const book = this.shelf.get(Number(id));
    if (book === undefined) throw new Error(`There is no book ${id}`);
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(book) }] };
  }
}
