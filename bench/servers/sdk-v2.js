// The v2 SDK's `McpServer`: over HTTP through `createMcpHandler`, which serves every revision, as its documentation shows,
// with schemas that are made once.
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { completable, createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import { answer, identity, nameOf, numbers } from '../prompts/prompt.js';
import { shape } from '../prompts/schema.js';
import { listening } from './listening.js';

/** Makes servers that know the same prompts. */
function maker(count) {
  const schemas = numbers(count).map(() => z.object(shape(completable)));
  return () => {
    const server = new McpServer(identity);
    for (const [index, argsSchema] of schemas.entries()) server.registerPrompt(nameOf(index), { argsSchema }, answer);
    return server;
  };
}

export function http(count) {
  return listening(createServer(toNodeHandler(createMcpHandler(maker(count)))));
}

export function stdio(count) {
  serveStdio(maker(count));
}
