import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT, run, ServerProcess } from '../lib.js';

// Follows a page from its first line to its last: creates the files that it shows, and runs its commands as written.

const LIMIT_MS = 300_000;
const BLOCK = /([^]*?)^```(\w*)\n([^]*?)^```$/gm;
/** What a command prints that goes on serving. */
const SERVING = /^Serving http|successfully started|ready in/m;
/** Commands of chat clients, which are not installed. */
const SKIPPED = /^claude /;
/** The comment before a block that a reader of the page does not run. */
const NOT_RUN = /<!-- not run: [^]*-->\s*$/;

/** The pages, by their paths. */
export const PAGES = ['docs/first-steps.md', 'docs/first-steps-nestjs.md', 'docs/tutorial.md'];

/** @typedef {{ before: string, language: string, text: string }} Block */

/**
 * @param {string} path of the page
 * @param {string} folder an empty one
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string[]>}
 */
export async function pageFaults(path, folder, env) {
  const reader = new Reader(folder, env);
  try {
    for (const block of await blocksOf(path)) {
      await reader.copyFiles(path, block.before);
      const fault = await reader.follow(block);
      if (fault !== undefined) return [fault];
    }
    return [];
  } finally {
    reader.stop();
  }
}

/**
 * @param {string} path
 * @returns {Promise<Block[]>}
 */
async function blocksOf(path) {
  const page = await readFile(join(ROOT, path), 'utf8');
  return [...page.matchAll(BLOCK)].map(([, before = '', language = '', text = '']) => ({ before, language, text }));
}

/**
 * Follows the page of a package as far as it is about installing, and compiles its example.
 * @param {string} path of the page
 * @param {string} folder an empty one
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string[]>}
 */
export async function packagePageFaults(path, folder, env) {
  const blocks = await blocksOf(path);
  const installs = blocks.filter(({ language, text }) => language === 'sh' && text.startsWith('npm install'));
  const example = blocks.find(({ language, text }) => language === 'ts' && !text.includes("from '.")); // Not of a project.
  const settings = (await blocksOf('docs/first-steps.md')).find(({ before }) => createdIn(before) === 'tsconfig.json');
  await mkdir(join(folder, 'src'));
  await writeFile(join(folder, 'tsconfig.json'), settings?.text ?? '');
  await writeFile(join(folder, 'src/index.ts'), example?.text ?? 'export {};');
  const prepare = ['npm init -y', 'npm pkg set type=module'];
  const compile = ['npm install -D typescript @types/node', 'npx tsc'];
  const script = [...prepare, ...installs.map(({ text }) => text), ...compile].join('\n');
  const { code, output } = await run('bash', ['-exc', script], { cwd: folder, env, limitMs: LIMIT_MS });
  return code === 0 ? [] : [output];
}

/** Has a folder, runs commands there, and keeps what they serve running. */
class Reader {
  #folder;
  #env;
  /** @type {ServerProcess[]} */
  #servers = [];
  #output = '';

  /**
   * @param {string} folder
   * @param {NodeJS.ProcessEnv} env
   */
  constructor(folder, env) {
    this.#folder = folder;
    this.#env = env;
  }

  /**
   * Copies a file that another page creates: “Copy `tsconfig.json` from [First steps](first-steps.md)”.
   * @param {string} path
   * @param {string} prose
   */
  async copyFiles(path, prose) {
    for (const [, file, page = ''] of prose.matchAll(/Copy\s+`([^`]+)` from \[[^\]]*\]\(([^)#]+)/g)) {
      const blocks = await blocksOf(posix.join(posix.dirname(path), page));
      const block = blocks.find(({ before }) => createdIn(before) === file);
      if (block !== undefined) await this.follow(block);
    }
  }

  /**
   * @param {Block} block
   * @returns {Promise<string | undefined>} what is wrong
   */
  async follow({ before, language, text }) {
    const created = createdIn(before);
    if (language === 'sh') return NOT_RUN.test(before) ? undefined : this.#run(text);
    if (created !== undefined) {
      await mkdir(dirname(join(this.#folder, created)), { recursive: true });
      await writeFile(join(this.#folder, created), text);
    } else if (isResult(this.#output) && ['json', 'text'].includes(language)) {
      const printed = comparable(this.#output);
      if (!printed.startsWith(comparable(text)))
        return `The page shows\n${text}but the command prints\n${this.#output}`;
    }
    return undefined;
  }

  /** Ends the servers. */
  stop() {
    for (const server of this.#servers) server.kill();
  }

  /**
   * @param {string} text
   * @returns {Promise<string | undefined>}
   */
  async #run(text) {
    if (SKIPPED.test(text)) return undefined;
    const script = `set -e\n${text}pwd > "$READER_FOLDER"`;
    const place = join(dirname(this.#folder), 'folder');
    const env = { ...this.#env, READER_FOLDER: place };
    const shell = new ServerProcess('bash', ['-c', script], { cwd: this.#folder, env });
    const serving = shell.printed(SERVING, LIMIT_MS).then(
      () => 'serving',
      () => 'ended',
    );
    const ended = await Promise.race([
      shell.ended,
      serving.then((state) => (state === 'serving' ? state : shell.ended)),
    ]);
    await sleep(50); // The last output may come after the exit.
    this.#output = shell.output.trim();
    if (ended === 'serving') this.#servers.push(shell);
    else if (ended !== 0) return `\n${text}ends with ${ended}:\n${shell.output}`;
    else this.#folder = (await readFile(place, 'utf8')).trim();
    return undefined;
  }
}

/**
 * The file that a block is the content of: “Create `src/server.ts`”.
 * @param {string} prose before the block
 */
function createdIn(prose) {
  return [...prose.matchAll(/\bCreate\s+`([^`]+)`/g)].at(-1)?.[1];
}

/**
 * Whether a command printed a result of a prompt: JSON of the inspector, or the messages that `cuecard get` prints.
 * @param {string} output
 */
function isResult(output) {
  return /^(?:\{|user\n)/.test(output);
}

/**
 * A result without the random boundary of a fence, and JSON without its indentation.
 * @param {string} result
 */
function comparable(result) {
  const text = result.startsWith('{') ? JSON.stringify(JSON.parse(result)) : result.trim();
  return text.replaceAll(/untrusted-[\da-f]{20}/g, 'untrusted-1');
}
