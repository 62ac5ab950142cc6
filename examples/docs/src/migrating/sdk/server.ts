import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { Shelf } from '../shelf.js';
import { registerAddBook } from './add-book.js';
import { registerBook } from './book.js';
import { registerRecommend } from './recommend.js';

const server = new McpServer({ name: 'library', version: '1.0.0' });
const shelf = new Shelf();
registerRecommend(server, shelf);
registerAddBook(server, shelf);
registerBook(server, shelf);
await server.connect(new StdioServerTransport());
