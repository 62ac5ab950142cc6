// The only file that imports the SDK's server. It is imported when the first request needs it.
import type { Introduction } from '@cuecard/transports';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';

// The SDK creates one for each server, which is expensive if each request has its own server. A runtime uses none of
// it.
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/**
 * Answers a request for a task like any other, because none is offered (2025-11-25: basic/utilities/tasks, "Task
 * Support and Handling"); the SDK refuses it with -32603.
 */
class ServerWithoutTasks extends Server {
  protected override assertTaskHandlerCapability(): void {}
}

export function makeServer({ serverInfo, ...described }: Introduction): Server {
  return new ServerWithoutTasks(serverInfo, { jsonSchemaValidator, ...described });
}
