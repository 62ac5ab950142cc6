import { McpServer } from '@modelcontextprotocol/server';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { Shelf } from '../migrating/shelf.js';

@Injectable()
export class PromptsService implements OnModuleInit {
  readonly server = new McpServer({ name: 'library', version: '1.0.0' });

  constructor(private readonly shelf: Shelf) {}

  onModuleInit() {
    this.server.registerPrompt(
      'compare',
      { description: 'Compares two books', argsSchema: z.object({ first: z.string(), second: z.string() }) },
      ({ first, second }) => {
        const titles = [first, second].map((id) => this.shelf.get(Number(id))?.title);
        const text = `Compare ${titles.join(' and ')} in three sentences.`;
        return { messages: [{ role: 'user', content: { type: 'text', text } }] };
      },
    );
  }
}
