import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './run.js';

/** @typedef {import('../examples/review-desk/dist/story/desk-client.js').DeskClient} DeskClient */
/** @typedef {import('../examples/review-desk/dist/story/desk-client.js').Call} Call */
/** @typedef {import('../examples/review-desk/dist/story/desk-client.js').CompletionCall} CompletionCall */
/** @typedef {import('../examples/review-desk/dist/story/desk-client.js').ReadCall} ReadCall */

const CLIENTS = new URL('node_modules/@modelcontextprotocol/inspector/clients/', import.meta.url);
const CLI = [fileURLToPath(new URL('launcher/build/index.js', CLIENTS)), '--cli'];
const MCPDO = [fileURLToPath(new URL('mcpdo/build/mcp-bin.js', CLIENTS)), '--format', 'json', '--connection', 'desk'];

/** What the inspector was refused: it shows the message, but neither code nor data. */
class Refusal extends Error {
  code = undefined;
  data = undefined;
}

/**
 * The official inspector as a client of the desk: `mcp-inspector --cli` with a process for each request, and for
 * completion, which that one does not have, `mcpdo`.
 * @implements {DeskClient}
 */
export class Inspector {
  #target;
  #era;
  #home = mkdtempSync(join(tmpdir(), 'inspector-'));
  #env = {
    ...process.env,
    HOME: this.#home,
    MCP_CATALOG_PATH: join(this.#home, 'mcp.json'),
    MCP_INSPECTOR_DAEMON_DIR: join(this.#home, 'daemon'),
    MCP_INSPECTOR_DAEMON_TOKEN: randomBytes(32).toString('base64url'),
  };

  /**
   * @param {readonly string[]} target
   * @param {'legacy' | 'modern'} era
   */
  constructor(target, era) {
    this.#target = target;
    this.#era = era;
    process.once('exit', this.#end);
  }

  /**
   * @param {readonly string[]} target a command, or a URL
   * @param {'legacy' | 'modern'} era
   */
  static async connect(target, era) {
    const inspector = new Inspector(target, era);
    const { code, output } = await inspector.#run([...MCPDO, 'connect', '--era', era, '--', ...target]);
    if (code !== 0) throw new Error(`mcpdo cannot connect to ${target.join(' ')}:\n${output}`);
    return inspector;
  }

  listPrompts() {
    return this.#ask('prompts/list');
  }

  /** @param {Call} call */
  getPrompt({ name, arguments: args }) {
    const pairs = Object.entries(args).map(([key, value]) => `${key}=${value}`);
    return this.#ask('prompts/get', '--prompt-name', name, ...(pairs.length > 0 ? ['--prompt-args', ...pairs] : []));
  }

  /** @param {CompletionCall} call */
  async complete({ ref, argument }) {
    const options = { 'ref-type': ref.type, ref: ref.name, 'arg-name': argument.name, 'arg-value': argument.value };
    const flags = Object.entries(options).flatMap(([option, value]) => [`--complete-${option}`, value]);
    return { completion: answerIn(await this.#run([...MCPDO, 'prompts/complete', ...flags])) };
  }

  listResources() {
    return this.#ask('resources/list');
  }

  /** @param {ReadCall} call */
  readResource({ uri }) {
    return this.#ask('resources/read', '--uri', uri);
  }

  async close() {
    process.off('exit', this.#end);
    this.#end();
  }

  // What mcpdo has started goes on without it, until it is told to stop.
  #end = () => {
    spawnSync(process.execPath, [...MCPDO, 'daemon', 'stop'], { env: this.#env });
    rmSync(this.#home, { recursive: true, force: true });
  };

  /**
   * @param {string} method
   * @param {readonly string[]} options
   */
  async #ask(method, ...options) {
    const asked = ['--protocol-era', this.#era, '--format', 'json', '--method', method, ...options];
    return answerIn(await this.#run([...CLI, ...this.#target, ...asked])).result;
  }

  /** @param {readonly string[]} args */
  #run(args) {
    return run(process.execPath, args, { env: this.#env });
  }
}

/**
 * @param {{ code: number | null, output: string }} ended
 * @throws {Refusal} for what the server has refused, which has to show in the exit code too
 */
function answerIn({ code, output }) {
  const answer = parse(output);
  if ((answer.error === undefined) !== (code === 0)) throw new Error(`The inspector ends with ${code} after ${output}`);
  if (answer.error === undefined) return answer;
  throw new Refusal(answer.error.message.replace(/^Failed to get completions: /, ''));
}

/** @param {string} output */
function parse(output) {
  try {
    return JSON.parse(output);
  } catch {
    throw new Error(`The inspector says something else than JSON:\n${output}`);
  }
}
