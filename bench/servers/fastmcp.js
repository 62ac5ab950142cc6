// `fastmcp`, as its documentation shows. It takes no schema for a prompt's arguments: it looks whether those are there
// that are required, and hands them on as they come, so the prompts have to validate them.
import { createServer } from 'node:http';
import { FastMCP } from 'fastmcp';
import { z } from 'zod';
import { identity, LANGUAGES, nameOf, numbers, render } from '../prompts/prompt.js';
import { shape } from '../prompts/schema.js';
import { listening } from './listening.js';

const silent = { debug() {}, error() {}, info() {}, log() {}, warn() {} };

function serverOf(count) {
  const server = new FastMCP({ ...identity, logger: silent });
  for (const name of numbers(count).map(nameOf)) {
    const args = [{ name: 'code', required: true }, { name: 'language', enum: LANGUAGES }, { name: 'limit' }];
    const schema = z.object(shape());
    server.addPrompt({ name, arguments: args, load: async (values) => render(schema.parse(values)) });
  }
  return server;
}

/** A port that nobody uses: it does not tell which it has taken. */
async function freePort() {
  const server = createServer();
  const port = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export async function http(count) {
  const port = await freePort();
  const httpStream = { port, host: '127.0.0.1', stateless: true, enableJsonResponse: true };
  await serverOf(count).start({ transportType: 'httpStream', httpStream });
  return port;
}

export async function stdio(count) {
  await serverOf(count).start({ transportType: 'stdio' });
}
