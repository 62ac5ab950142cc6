import { parseArgs } from 'node:util';
import { Runtime } from '@cuecard/core';
import * as mcpSdk from '@cuecard/server';
import * as mcpServer from '@cuecard/server';
import * as prompts from './prompts.js';
import * as resources from './resources.js';
import { changingTools } from './tools/changes.js';
import * as content from './tools/content.js';
import * as questions from './tools/questions.js';
import * as reports from './tools/reports.js';

// Says its address on stdout and serves until it is told to stop, through the adapter that is named.
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    logging: { type: 'boolean', default: false },
    streams: { type: 'boolean', default: false },
  },
});
const tools = [content, questions, reports].flatMap((module) => Object.values(module));
const runtime: Runtime = new Runtime({
  prompts: Object.values(prompts),
  tools: [...tools, ...changingTools(() => runtime)],
  resources: Object.values(resources),
});
const { serveHttp } = positionals[0] === 'mcp-server' ? mcpServer : mcpSdk;
const server = await serveHttp(runtime, {
  name: 'cuecard-conformance',
  version: '0.0.0',
  port: 0,
  logging: values.logging,
  responseMode: values.streams ? 'sse' : 'auto',
});

process.once('SIGTERM', () => void server.close());
console.log(server.url);
