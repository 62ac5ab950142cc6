// The arguments as zod schemas, and the functions that register definitions with the `McpServer` of either SDK.
import { z } from 'zod';
import {
  identity,
  LANGUAGES,
  MAX_LENGTH,
  mimeType,
  nameOf,
  numbers,
  promptResult,
  resourceResult,
  templateOf,
  toolResult,
} from './review.js';

const complete = (value) => LANGUAGES.filter((language) => language.startsWith(value));
const within = (integer) => integer.int().min(1).max(50);

/** @param completable of the SDK: v1 looks for it inside `optional` when it registers a prompt, and outside when it completes */
export function promptShape(completable = (schema) => schema) {
  return {
    code: z.string().min(1),
    language: completable(completable(z.enum(LANGUAGES), complete).optional(), complete),
    limit: within(z.coerce.number()).default(10),
  };
}

/** A tool gets JSON values instead of strings. */
export const toolSchema = () =>
  z.object({
    code: z.string().min(1).max(MAX_LENGTH),
    language: z.enum(LANGUAGES).optional(),
    limit: within(z.number()).default(10),
  });

export const resourceSchema = () => z.object({ limit: within(z.coerce.number()) });

const KINDS = {
  prompts(index, { promptSchema, completable }) {
    const argsSchema = promptSchema(promptShape(completable));
    return (server) => server.registerPrompt(nameOf(index), { argsSchema }, promptResult);
  },
  tools(index) {
    const inputSchema = toolSchema();
    return (server) => server.registerTool(nameOf(index), { inputSchema }, toolResult);
  },
  resources(index, { ResourceTemplate }) {
    const variables = resourceSchema();
    const template = new ResourceTemplate(templateOf(index), { list: undefined });
    const handler = ({ href }, input) => resourceResult(href, variables.parse(input));
    return (server) => server.registerResource(nameOf(index), template, { mimeType }, handler);
  },
};

/**
 * Creates schemas once, and functions that register a definition with a server.
 * @param sdk its `completable` and `ResourceTemplate`, and the function that makes a `promptSchema` of a shape
 */
export const registrationsOf = (kind, count, sdk) => numbers(count).map((index) => KINDS[kind](index, sdk));

export function registered(server, registrations) {
  for (const register of registrations) register(server);
  return server;
}

/** Returns a function that creates servers with the same definitions. */
export function serverCreator(McpServer, sdk, { kind, count }) {
  const registrations = registrationsOf(kind, count, sdk);
  return () => registered(new McpServer(identity), registrations);
}
