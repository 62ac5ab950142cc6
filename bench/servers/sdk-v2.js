// The v2 SDK's `McpServer`: over HTTP through `createMcpHandler`, which serves every revision, as its documentation shows,
// with schemas that are created once.
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { completable, createMcpHandler, McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import { serverCreator } from '../definitions/zod.js';
import { listen } from './listen.js';

export const SDK = { completable, ResourceTemplate, promptSchema: (shape) => z.object(shape) };

export function http(definitions) {
  return listen(createServer(toNodeHandler(createMcpHandler(serverCreator(McpServer, SDK, definitions)))));
}

export function stdio(definitions) {
  serveStdio(serverCreator(McpServer, SDK, definitions));
}
