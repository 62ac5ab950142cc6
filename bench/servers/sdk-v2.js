// The v2 SDK's `McpServer`: over HTTP through `createMcpHandler`, which serves every revision, as its documentation shows,
// with schemas that are made once.
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { completable, createMcpHandler, McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import { registered, registrationsOf } from '../definitions/registrations.js';
import { identity } from '../definitions/review.js';
import { listening } from './listening.js';

/** What it makes definitions of. */
export const SDK = { completable, ResourceTemplate, promptSchema: (shape) => z.object(shape) };

/** Makes servers that have the same definitions. */
function maker({ kind, count }) {
  const registrations = registrationsOf(kind, count, SDK);
  return () => registered(new McpServer(identity), registrations);
}

export function http(has) {
  return listening(createServer(toNodeHandler(createMcpHandler(maker(has)))));
}

export function stdio(has) {
  serveStdio(maker(has));
}
