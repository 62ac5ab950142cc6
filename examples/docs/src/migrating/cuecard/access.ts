import { type RequestContext, Runtime, Tool, type ToolHandler } from '@cuecard/core';
import { serveHttp } from '@cuecard/server';
import { userOf } from '../users.js';

@Tool({ name: 'count_books', scopes: ['librarian'] })
class CountBooks implements ToolHandler {
  call(_args: object, { auth }: RequestContext) {
    return `There is one book, ${auth?.principal}.`;
  }
}

export const start = (port: number) =>
  serveHttp(new Runtime({ tools: [CountBooks] }), {
    name: 'library',
    version: '1.0.0',
    port,
    authenticate: ({ headers }) => {
      const user = userOf(headers.get('authorization') ?? undefined);
      return user && { principal: user.name, scopes: user.roles };
    },
  });
