import { parseArgs } from 'node:util';
import { isPrompt, isResource, isTool, Runtime } from '@cuecard/core';
import { serveCuecard, serveSdkV1, serveSdkV2 } from './hosts.js';
import * as definitions from './prompts-and-resources.js';
import * as questions from './questions.js';
import * as tools from './tools.js';

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
const exported = [definitions, tools, questions].flatMap((module): unknown[] => Object.values(module));
const runtime: Runtime = new Runtime({
  prompts: exported.filter(isPrompt),
  tools: [...exported.filter(isTool), ...tools.changingTools(() => runtime)],
  resources: exported.filter(isResource),
});
const server = await serve(runtime, values);

process.once('SIGTERM', () => void server.close());
console.log(server.url);
