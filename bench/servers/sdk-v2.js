// The v2 SDK's `McpServer`: over HTTP through `createMcpHandler`, which serves every revision, as its documentation shows,
// with schemas that are created once.
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { completable, createMcpHandler, McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import { identity } from '../definitions/review.js';
import { registered, registrationsOf } from '../definitions/zod.js';
import { listen } from './listen.js';

export const SDK = { completable, ResourceTemplate, promptSchema: (shape) => z.object(shape) };

/** Returns a function that creates servers with the same definitions. */
function creator({ kind, count }) {
  const registrations = registrationsOf(kind, count, SDK);
  return () => registered(new McpServer(identity), registrations);
}

export function http(definitions) {
  return listen(createServer(toNodeHandler(createMcpHandler(creator(definitions)))));
}

export function stdio(definitions) {
  serveStdio(creator(definitions));
}
