// `fastmcp`, as its documentation shows. It takes no schema for the arguments of prompts and resource templates: it looks
// whether those are there that are required, and hands them on as they come, so these have to validate them.
import { createServer } from 'node:http';
import { FastMCP } from 'fastmcp';
import { z } from 'zod';
import { identity, LANGUAGES, mimeType, nameOf, numbers, read, render, templateOf } from '../definitions/review.js';
import { promptShape, resourceSchema, toolSchema } from '../definitions/schemas.js';
import { listening } from './listening.js';

const silent = { debug() {}, error() {}, info() {}, log() {}, warn() {} };

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
  const server = new FastMCP({ ...identity, logger: silent });
  for (const index of numbers(count)) ADD[kind](server, index);
  return server;
}

/** A port that nobody uses: it does not tell which it has taken. */
async function freePort() {
  const server = createServer();
  const port = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export async function http(has) {
  const port = await freePort();
  const httpStream = { port, host: '127.0.0.1', stateless: true, enableJsonResponse: true };
  await serverOf(has).start({ transportType: 'httpStream', httpStream });
  return port;
}

export async function stdio(has) {
  await serverOf(has).start({ transportType: 'stdio' });
}
