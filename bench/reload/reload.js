// From the save of a file to the notice that an official client hears, of `cuecard dev`; beside a new process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { quantiles } from '../figures.js';
import { Project, promptText, rulesText } from './project.js';

const CUECARD = fileURLToPath(new URL('../../packages/cli/dist/cuecard.js', import.meta.url));
/** How many different files are edited in turn. */
const EDITED = 20;

export async function measure({ reloads: { count, edits, ofAll, starts } }) {
  const project = new Project(count);
  try {
    const started = [];
    for (let turn = 0; turn < starts; turn += 1) started.push(await startAndEnd(project));
    const dev = await Dev.start(project);
    const before = await dev.heap();
    const one = await dev.heard(edits, (edit) =>
      project.write(`src/prompts/review-${edit % EDITED}.ts`, promptText(edit % EDITED, edit + 1)),
    );
    const after = await dev.heap();
    const all = await dev.heard(ofAll, (edit) => project.write('src/rules.ts', rulesText(edit + 1)));
    await dev.end();
    return {
      count,
      edits,
      rows: [
        { what: 'a prompt', edits, ...quantiles(one) },
        { what: 'a file that all prompts inherit from', edits: ofAll, ...quantiles(all) },
        { what: 'a new process instead, to its first answer', edits: starts, ...quantiles(started) },
      ],
      heap: { before: before / 1_000_000, after: after / 1_000_000 },
    };
  } finally {
    project.remove();
  }
}

async function startAndEnd(project) {
  const begin = performance.now();
  const dev = await Dev.start(project);
  await dev.client.getPrompt({ name: 'review_0', arguments: { code: 'let x' } });
  const taken = performance.now() - begin;
  await dev.end();
  return taken;
}

class Dev {
  #notices = 0;

  static async start(project) {
    const dev = new Dev();
    dev.child = spawn(process.execPath, ['--expose-gc', CUECARD, 'dev', '--port', '0'], {
      cwd: project.path,
      env: { ...process.env, NO_COLOR: '1' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const onChanged = () => (dev.#notices += 1);
    dev.client = new Client(
      { name: 'bench', version: '1.0.0' },
      { listChanged: { prompts: { autoRefresh: false, debounceMs: 0, onChanged } } },
    );
    await dev.client.connect(new StreamableHTTPClientTransport(new URL(await dev.#url())));
    return dev;
  }

  async #url() {
    let said = '';
    for await (const chunk of this.child.stderr) {
      said += chunk;
      const [, url] = /Endpoint +(\S+)/.exec(said) ?? [];
      if (url !== undefined) return (this.child.stderr.resume(), url);
    }
    throw new Error(said);
  }

  /** The milliseconds from each edit to its notice. */
  async heard(edits, edit) {
    const taken = [];
    for (let index = 0; index < edits; index += 1) {
      const known = this.#notices;
      const begin = performance.now();
      edit(index);
      while (this.#notices === known) {
        if (performance.now() - begin > 10_000) throw new Error('No notice was heard for ten seconds');
        await sleep(1);
      }
      taken.push(performance.now() - begin);
    }
    return taken;
  }

  async heap() {
    const { content } = await this.client.callTool({ name: 'heap', arguments: {} });
    return Number(content[0].text);
  }

  async end() {
    await this.client.close();
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
  }
}
