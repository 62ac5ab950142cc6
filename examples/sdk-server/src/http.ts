import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createServer } from './server.js';

/** A request whose body the Express helper of the SDK has parsed. */
type ParsedRequest = IncomingMessage & { body?: unknown };

/** Answers one request with its own server: without sessions, a server knows no other request. */
async function answer(request: ParsedRequest, response: ServerResponse): Promise<void> {
  const server = createServer({ notifications: false, elicitation: false }); // Neither would reach the client.
  const transport = new StreamableHTTPServerTransport();
  response.on('close', () => void server.close());
  await server.connect(transport);
  await transport.handleRequest(request, response, request.body);
}

const app = createMcpExpressApp();
app.post('/mcp', (request: ParsedRequest, response: ServerResponse) => answer(request, response));
app.all('/mcp', (_request: ParsedRequest, response: ServerResponse) =>
  response.writeHead(405, { allow: 'POST' }).end(),
);

const listener = app.listen(Number(process.env['PORT'] ?? 3917), '127.0.0.1', () => {
  const { port } = listener.address() as AddressInfo;
  console.log(`Serving http://127.0.0.1:${port}/mcp`);
});
