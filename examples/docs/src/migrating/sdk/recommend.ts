import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { completable } from '@modelcontextprotocol/sdk/server/completable.js';
import { z } from 'zod';
import type { Shelf } from '../shelf.js';

export function registerRecommend(server: McpServer, shelf: Shelf): void {
  const titles = () => shelf.all().map(({ title }) => title);
  server.registerPrompt(
    'recommend',
    {
      title: 'Recommend books',
      description: 'Asks for books like another one',
      argsSchema: {
        title: completable(z.string().min(1).describe('A book that you liked'), (typed) =>
          titles().filter((title) => title.startsWith(typed)),
        ),
        count: z
          .string()
          .regex(/^[1-5]$/)
          .optional()
          .describe('How many to recommend'),
      },
    },
    ({ title, count = '3' }) => {
      const text = `Recommend ${count} books to somebody who liked this one: ${title}`;
      return { messages: [{ role: 'user', content: { type: 'text', text } }] };
    },
  );
}
