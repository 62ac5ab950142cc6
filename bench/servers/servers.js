// The servers. Each file exports a function for each transport, and a process loads only the file of its server.
const onPlatforms = (name, file) =>
  ['Express', 'Fastify'].flatMap((platform) =>
    [false, true].map((isEnhanced) => [
      inNest(name, platform, isEnhanced),
      { file, options: { platform, isEnhanced } },
    ]),
  );

/** The name of a server in Nest, on a platform, without or with a guard and an interceptor. */
export function inNest(name, platform, isEnhanced) {
  return `${name}, ${platform}${isEnhanced ? ', with a guard and an interceptor' : ''}`;
}

export const SERVERS = {
  'node:http alone': { file: './limit.js' },
  'node:http alone, by turns': { file: './limit.js', options: { isByTurns: true } },
  'node:http alone, in a context': { file: './limit.js', options: { isInContext: true } },
  Cuecard: { file: './cuecard.js' },
  'Cuecard, in a context': { file: './cuecard.js', options: { isInContext: true } },
  'McpServer of SDK v1': { file: './sdk-v1.js' },
  'McpServer of SDK v1, in sessions': { file: './sdk-v1.js', options: { hasSessions: true } },
  'McpServer of SDK v2': { file: './sdk-v2.js' },
  '@rekog/mcp-nest': { file: './mcp-nest.js' },
  fastmcp: { file: './fastmcp.js' },
  ...Object.fromEntries([
    ...onPlatforms('Nest alone', './nest-application.js'),
    ...onPlatforms('Cuecard', './nest.js'),
    ...onPlatforms('@rekog/mcp-nest', './mcp-nest.js'),
  ]),
};

const ALL = ['Cuecard', 'McpServer of SDK v1', 'McpServer of SDK v2', '@rekog/mcp-nest', 'fastmcp'];
/** The servers with their usual options, by transport. */
export const BY_TRANSPORT = { http: ['node:http alone', ...ALL], stdio: ALL };
