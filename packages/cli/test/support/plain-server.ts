import type { Duplex } from 'node:stream';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import * as types from '@modelcontextprotocol/sdk/types.js';

const city = { name: 'city', required: true };
const day = { name: 'day', description: 'The day, today unless it is said' };

interface PlainPrompt {
  readonly description: string;
  readonly arguments?: { readonly name: string; readonly required?: boolean }[];
  readonly say: () => string;
}

const PROMPTS: Readonly<Record<string, PlainPrompt>> = {
  forecast: { description: 'Asks for the weather of today', say: () => 'What is it like?' },
  now: { description: 'Asks for the weather at this moment', say: () => `And at ${process.hrtime()}?` },
  in_city: { description: 'Asks for the weather of a city', arguments: [city, day], say: () => 'And there?' },
  refused: {
    description: 'Asks for what nobody may know',
    say() {
      throw new Error('never shown');
    },
  },
};

/** Serves one client with a server that is written against the official SDK alone. */
export function servePlainly(stream: Duplex): Promise<void> {
  const capabilities = { prompts: {}, tools: {}, resources: {} };
  const server = new Server({ name: 'weather', version: '1.2.0', title: 'Weather' }, { capabilities });
  server.setRequestHandler(types.ListPromptsRequestSchema, () => ({
    prompts: Object.entries(PROMPTS).map(([name, { say: _say, ...prompt }]) => ({ name, ...prompt })),
  }));
  server.setRequestHandler(types.GetPromptRequestSchema, ({ params: { name } }) => {
    const text = PROMPTS[name]?.say() ?? '';
    return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] };
  });
  const inputSchema = {
    type: 'object' as const,
    properties: { station: { type: 'string' as const } },
    required: ['station'],
  };
  server.setRequestHandler(types.ListToolsRequestSchema, () => ({ tools: [{ name: 'measure-all', inputSchema }] }));
  const today = { uri: 'weather://today', name: 'today', description: 'The report of this day' };
  server.setRequestHandler(types.ListResourcesRequestSchema, () => ({ resources: [today] }));
  server.setRequestHandler(types.ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [] }));
  return server.connect(new StdioServerTransport(stream, stream));
}
