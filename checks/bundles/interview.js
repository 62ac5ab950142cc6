import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** The maximum time for a server to start or to answer. */
const LIMIT = { timeout: 20_000 };

/**
 * The results that an official client gets from a server.
 * @typedef {object} Interview
 * @property {readonly object[]} prompts
 * @property {unknown} summary a prompt with an injected service
 * @property {unknown} faults the errors of arguments that break rules
 * @property {unknown} badge a prompt with an image
 */

/**
 * The results of a server, or none if it has not started, and its stderr.
 * @typedef {object} Heard
 * @property {Interview | undefined} interview
 * @property {string} log
 */

/**
 * Starts a server and requests everything.
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {Promise<Heard>}
 */
export async function hear(command, args) {
  const transport = new StdioClientTransport({ command, args: [...args], stderr: 'pipe' });
  let log = '';
  transport.stderr?.on('data', (chunk) => (log += String(chunk)));
  const client = new Client({ name: 'interview', version: '1.0.0' });
  try {
    await client.connect(transport, LIMIT);
    return { interview: await interviewed(client), log };
  } catch (error) {
    return { interview: undefined, log: `${log}${error}` };
  } finally {
    await client.close();
  }
}

/**
 * @param {Client} client
 * @returns {Promise<Interview>}
 */
async function interviewed(client) {
  const { prompts } = await client.listPrompts({}, LIMIT);
  return {
    prompts,
    summary: await got(client, 'reviews_summary', { topic: 'the cache', length: 'long' }),
    faults: await got(client, 'reviews_summary', { topic: 'two\nlines', length: 'endless' }),
    badge: await got(client, 'badge', {}),
  };
}

/**
 * @param {Client} client
 * @param {string} name
 * @param {Record<string, string>} args
 * @returns {Promise<unknown>}
 */
async function got(client, name, args) {
  try {
    const { messages } = await client.getPrompt({ name, arguments: args }, LIMIT);
    return JSON.parse(JSON.stringify(messages).replaceAll(/untrusted-[0-9a-f]+/g, 'untrusted'));
  } catch (error) {
    const { code, message, data } = Object(error);
    return { code, message: String(message), data };
  }
}
