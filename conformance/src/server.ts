import { Runtime } from '@cuecard/core';
import * as mcpSdk from '@cuecard/mcp-sdk';
import * as mcpServer from '@cuecard/mcp-server';
import {
  PromptThatAsks,
  PromptWithArguments,
  PromptWithEmbeddedResource,
  PromptWithImage,
  SimplePrompt,
} from './prompts.js';
import { TestResources } from './resources.js';

// Says its address on stdout and serves until it is told to stop, through the adapter that is named.
const runtime = new Runtime({
  prompts: [SimplePrompt, PromptWithArguments, PromptWithEmbeddedResource, PromptWithImage, PromptThatAsks],
  resources: new TestResources(),
});
const { serveHttp } = process.argv[2] === 'mcp-server' ? mcpServer : mcpSdk;
const server = await serveHttp(runtime, { name: 'cuecard-conformance', version: '0.0.0', port: 0 });

process.once('SIGTERM', () => void server.close());
console.log(server.url);
