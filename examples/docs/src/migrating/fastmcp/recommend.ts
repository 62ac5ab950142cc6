import type { FastMCP } from 'fastmcp';
import type { Shelf } from '../shelf.js';

export function addRecommend(server: FastMCP, shelf: Shelf): void {
  server.addPrompt({
    name: 'recommend',
    description: 'Asks for books like another one',
    arguments: [
      {
        name: 'title',
        description: 'A book that you liked',
        required: true,
        complete: async (typed) => {
          const titles = shelf.all().map(({ title }) => title);
          return { values: titles.filter((title) => title.startsWith(typed)) };
        },
      },
      { name: 'count', description: 'How many to recommend', enum: ['1', '2', '3', '4', '5'] },
    ],
    load: async ({ title, count = '3' }) => `Recommend ${count} books to somebody who liked this one: ${title}`,
  });
}
