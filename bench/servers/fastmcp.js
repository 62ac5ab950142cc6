// `fastmcp`, as its documentation shows. It takes no schema for the arguments of prompts and resource templates: it only
// checks that required ones exist, so their functions validate them.
import { createServer } from 'node:http';
import { FastMCP } from 'fastmcp';
import { z } from 'zod';
import { identity, LANGUAGES, mimeType, nameOf, numbers, read, render, templateOf } from '../definitions/review.js';
import { promptShape, resourceSchema, toolSchema } from '../definitions/zod.js';
import { listen } from './listen.js';

const logger = { debug() {}, error() {}, info() {}, log() {}, warn() {} };

const ADD = {
  prompts(server, index) {
    const args = [{ name: 'code', required: true }, { name: 'language', enum: LANGUAGES }, { name: 'limit' }];
    const schema = z.object(promptShape());
    const load = async (values) => render(schema.parse(values));
    server.addPrompt({ name: nameOf(index), arguments: args, load });
  },
  tools(server, index) {
    server.addTool({ name: nameOf(index), parameters: toolSchema(), execute: async (values) => render(values) });
  },
  resources(server, index) {
    const schema = resourceSchema();
    server.addResourceTemplate({
      name: nameOf(index),
      uriTemplate: templateOf(index),
      mimeType,
      arguments: [{ name: 'limit', required: true }],
      load: async (variables) => ({ text: read(schema.parse(variables)) }),
    });
  },
};

function serverOf({ kind, count }) {
  const server = new FastMCP({ ...identity, logger });
  for (const index of numbers(count)) ADD[kind](server, index);
  return server;
}

export async function http(definitions) {
  const port = await freePort();
  const httpStream = { port, host: '127.0.0.1', stateless: true, enableJsonResponse: true };
  await serverOf(definitions).start({ transportType: 'httpStream', httpStream });
  return port;
}

/** A port that is free, because fastmcp does not report the port that it chooses. */
async function freePort() {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export async function stdio(definitions) {
  await serverOf(definitions).start({ transportType: 'stdio' });
}
