import { FastMCP } from 'fastmcp';
import { userOf } from '../users.js';

const server = new FastMCP<{ name: string; roles: string[] }>({
  name: 'library',
  version: '1.0.0',
  authenticate: async (request) => {
    const user = userOf(request.headers.authorization);
    if (user === undefined) throw new Response(null, { status: 401 });
    return user;
  },
});
server.addTool({
  name: 'count_books',
  canAccess: ({ roles }) => roles.includes('librarian'),
  execute: async (_args, { session }) => `There is one book, ${session?.name}.`,
});
export const start = (port: number) => server.start({ transportType: 'httpStream', httpStream: { port } });
