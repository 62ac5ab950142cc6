import { PromptRuntime } from '@cuecard/core';
import { serveHttp } from '@cuecard/mcp-sdk';
import { PromptWithArguments, PromptWithEmbeddedResource, PromptWithImage, SimplePrompt } from './prompts.js';
import { TestResources } from './resources.js';

// Says its address on stdout and serves until it is told to stop.
const runtime = new PromptRuntime({
  prompts: [SimplePrompt, PromptWithArguments, PromptWithEmbeddedResource, PromptWithImage],
  resources: new TestResources(),
});
const server = await serveHttp(runtime, { name: 'cuecard-conformance', version: '0.0.0', port: 0 });

process.once('SIGTERM', () => void server.close());
console.log(server.url);
