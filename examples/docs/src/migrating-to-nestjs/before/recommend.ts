import { Payload } from '@nestjs/microservices';
import { McpController, Prompt } from '@rekog/mcp-nest';
import { z } from 'zod';

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
