import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Payload } from '@nestjs/microservices';
import {
  McpController,
  McpRawRequest,
  McpStrategy,
  Prompt,
  ResourceTemplate,
  StreamableHttpTransport,
  Tool,
  ToolScopes,
} from '@rekog/mcp-nest';
import { z } from 'zod';
import { Shelf } from '../migrating/shelf.js';

const parameters = z.object({
  title: z.string().describe('A book that you liked'),
  count: z.coerce.number().int().min(1).max(5).default(3).describe('How many to recommend'),
});

@McpController()
export class Recommendations {
  @Prompt({ name: 'recommend', description: 'Asks for books like another one', parameters })
  recommend(@Payload() given: unknown) {
    const { title, count } = parameters.parse(given); // The arguments arrive as they were sent.
    const text = `Recommend ${count} books to somebody who liked this one: ${title}`;
    return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] };
  }
}

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

@Module({ controllers: [Recommendations, Books, Library], providers: [Shelf] })
export class AppModule {}

export async function start(port: number) {
  const strategy = new McpStrategy({ name: 'library', version: '1.0.0', transports: [new StreamableHttpTransport()] });
  const app = await NestFactory.create(AppModule);
  strategy.setHttpAdapter(app.getHttpAdapter());
  app.connectMicroservice({ strategy });
  await app.startAllMicroservices();
  await app.listen(port, '127.0.0.1');
  return app;
}

@McpController()
export class Removals {
  @Tool({ name: 'remove_book', description: 'Takes a book off the shelf', parameters: z.object({ id: z.number() }) })
  @ToolScopes(['books:write'])
  remove(@Payload() { id }: { id: number }, @McpRawRequest() request: { user?: { sub: string } }) {
    return `${request.user?.sub} has removed book ${id}`;
  }
}
