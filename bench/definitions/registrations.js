// What the `McpServer`s of both SDKs have: functions that register one definition each, with what can be made once.
import { nameOf, mimeType, numbers, promptResult, resourceResult, templateOf, toolResult } from './review.js';
import { promptShape, resourceSchema, toolSchema } from './schemas.js';

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
    const answer = ({ href }, given) => resourceResult(href, variables.parse(given));
    return (server) => server.registerResource(nameOf(index), template, { mimeType }, answer);
  },
};

/** @param sdk its `completable` and `ResourceTemplate`, and what it takes as a `promptSchema` */
export const registrationsOf = (kind, count, sdk) => numbers(count).map((index) => KINDS[kind](index, sdk));

export function registered(server, registrations) {
  for (const register of registrations) register(server);
  return server;
}
