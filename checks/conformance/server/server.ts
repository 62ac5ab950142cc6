import { parseArgs } from 'node:util';
import { Runtime } from '@cuecard/core';
import * as prompts from './prompts.js';
import * as resources from './resources.js';
import { serveCuecard } from './servers/cuecard.js';
import { serveSdkV1 } from './servers/sdk-v1.js';
import { serveSdkV2 } from './servers/sdk-v2.js';
import { changingTools } from './tools/changes.js';
import * as content from './tools/content.js';
import * as questions from './tools/questions.js';
import * as reports from './tools/reports.js';

// Prints its address and serves until SIGTERM, with the package that the command line names.
const SERVERS = new Map([
  ['@cuecard/server', serveCuecard],
  ['@cuecard/mcp-sdk', serveSdkV1],
  ['@cuecard/mcp-sdk/v2', serveSdkV2],
]);
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    logging: { type: 'boolean', default: false },
    streams: { type: 'boolean', default: false },
  },
});
const [name = '@cuecard/server'] = positionals;
const serve = SERVERS.get(name);
if (serve === undefined) throw new Error(`No server is called ${name}. Choose ${[...SERVERS.keys()].join(', ')}`);
const tools = [content, questions, reports].flatMap((module) => Object.values(module));
const runtime: Runtime = new Runtime({
  prompts: Object.values(prompts),
  tools: [...tools, ...changingTools(() => runtime)],
  resources: Object.values(resources),
});
const server = await serve(runtime, values);

process.once('SIGTERM', () => void server.close());
console.log(server.url);
