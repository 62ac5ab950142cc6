import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createServer } from './server.js';

/** Answers one request by a server of its own: without sessions, a server knows no other request. */
async function answer(request: IncomingMessage & { body?: unknown }, response: ServerResponse): Promise<void> {
  const server = createServer({ notifications: false, elicitation: false }); // Neither would reach the client.
  const transport = new StreamableHTTPServerTransport();
  response.on('close', () => void server.close());
  await server.connect(transport);
  await transport.handleRequest(request, response, request.body);
}

const app = createMcpExpressApp();
app.post('/mcp', (request, response) => answer(request, response));
app.all('/mcp', (_request, response) => void response.status(405).set('Allow', 'POST').end());

const listener = app.listen(Number(process.env['PORT'] ?? 3917), '127.0.0.1', () => {
  const { port } = listener.address() as AddressInfo;
  console.log(`Serving http://127.0.0.1:${port}/mcp`);
});
