import type { Runtime } from '@cuecard/core';
import { serveHttp } from '@cuecard/server';
import { createPlayground } from '@cuecard/cli/playground';

/** Serves prompts, and next to them the playground. */
export async function serveWithPlayground(runtime: Runtime, port = 3917) {
  const identity = { name: 'greetings', version: '1.0.0' };
  const playground = createPlayground({ runtime, ...identity });
  const server = await serveHttp(playground.served, { ...identity, port, fallback: playground.listener });
  return {
    url: server.url,
    page: playground.urlFor(server.url), // With the token: for your terminal, not for a log.
    async close() {
      playground.close(); // First: the server waits for the streams of open pages.
      await server.close();
    },
  };
}
