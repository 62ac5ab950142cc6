// Who serves. Each file has a function for each transport; a process loads only its own. Of those that come from one file,
// one is enough to see how long they take to `starts`.

import { contextual } from './listening.js';

const BOTH = ['http', 'stdio'];

/** In Nest, on either platform, without and with a guard and an interceptor. */
export const inNest = (server, platform, isEnhanced) => `${server}, ${platform}${isEnhanced ? ', enhanced' : ''}`;

const NEST = {
  'mcp-nest in Nest': { file: './mcp-nest.js' },
  'Cuecard in Nest': { file: './nest.js' },
  'Nest alone': { file: './nest-alone.js' },
};

/** A server for each platform, without and with enhancers. */
function* onPlatforms() {
  for (const [name, { file }] of Object.entries(NEST))
    for (const platform of ['Express', 'Fastify'])
      for (const isEnhanced of [false, true])
        yield [inNest(name, platform, isEnhanced), { file, options: { platform, isEnhanced } }];
}

export const SERVERS = {
  limit: { file: './limit.js', options: {}, starts: ['http'] },
  'limit by turns': { file: './limit.js', options: { byTurns: true } },
  'limit in a context': { file: './limit.js', options: { inContext: true } },
  Cuecard: { file: './cuecard.js', starts: BOTH },
  'Cuecard, mounted': { file: './cuecard.js', options: { mounted: (handler) => handler } },
  'Cuecard, in a context': { file: './cuecard.js', options: { mounted: contextual } },
  'McpServer of SDK v1': { file: './sdk-v1.js', options: { sessions: false }, starts: BOTH },
  'McpServer of SDK v1, sessions': { file: './sdk-v1.js', options: { sessions: true } },
  'McpServer of SDK v2': { file: './sdk-v2.js', starts: BOTH },
  'mcp-nest': { file: './mcp-nest.js', starts: BOTH },
  fastmcp: { file: './fastmcp.js', starts: BOTH },
  ...Object.fromEntries(onPlatforms()),
};
