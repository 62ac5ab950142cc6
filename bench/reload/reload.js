// The time from the save of a file under `cuecard dev` to the notification that an official client receives, and the time that
// a new process takes instead.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { identity } from '../definitions/review.js';
import { figure } from '../figures.js';
import { Project, promptText, rulesText } from './project.js';

const CUECARD = fileURLToPath(new URL('../../packages/cli/dist/cuecard.js', import.meta.url));
/** The number of files that are edited in turn. */
const EDITED = 20;

export async function reload({ reloads: { count, edits, ofAll, starts } }) {
  const project = new Project(count);
  try {
    const started = [];
    for (let turn = 0; turn < starts; turn += 1) started.push(await timeToResponse(project));
    const dev = await Dev.start(project);
    const before = await dev.heap();
    const one = await dev.edit(edits, (edit) =>
      project.write(`src/prompts/review-${edit % EDITED}.ts`, promptText(edit % EDITED, edit + 1)),
    );
    const after = await dev.heap();
    const all = await dev.edit(ofAll, (edit) => project.write('src/rules.ts', rulesText(edit + 1)));
    await dev.end();
    const rows = [
      rowOf('a prompt', one),
      rowOf('a file that all prompts inherit from', all),
      rowOf('a new process instead, to its first response', started),
    ];
    return { count, edits, rows, heap: { before: before / 1_000_000, after: after / 1_000_000 } };
  } finally {
    project.remove();
  }
}

function rowOf(what, times) {
  const p95 = times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)];
  return { what, edits: times.length, milliseconds: figure(times), p95 };
}

async function timeToResponse(project) {
  const start = performance.now();
  const dev = await Dev.start(project);
  await dev.client.getPrompt({ name: 'review_0', arguments: { code: 'let x' } });
  const milliseconds = performance.now() - start;
  await dev.end();
  return milliseconds;
}

class Dev {
  #notifications = 0;

  static async start(project) {
    const dev = new Dev();
    dev.child = spawn(process.execPath, ['--expose-gc', CUECARD, 'dev', '--port', '0'], {
      cwd: project.path,
      env: { ...process.env, NO_COLOR: '1' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const onChanged = () => (dev.#notifications += 1);
    const listChanged = { prompts: { autoRefresh: false, debounceMs: 0, onChanged } };
    dev.client = new Client(identity, { listChanged });
    await dev.client.connect(new StreamableHTTPClientTransport(new URL(await dev.#url())));
    return dev;
  }

  async #url() {
    let output = '';
    for await (const chunk of this.child.stderr) {
      output += chunk;
      const [, url] = /Endpoint +(\S+)/.exec(output) ?? [];
      if (url !== undefined) return (this.child.stderr.resume(), url);
    }
    throw new Error(output);
  }

  /** The milliseconds from each edit to its notification. */
  async edit(edits, write) {
    const times = [];
    for (let edit = 0; edit < edits; edit += 1) {
      const before = this.#notifications;
      const start = performance.now();
      write(edit);
      while (this.#notifications === before) {
        if (performance.now() - start > 10_000) throw new Error('No notification within ten seconds');
        await sleep(1);
      }
      times.push(performance.now() - start);
    }
    return times;
  }

  async heap() {
    const { content } = await this.client.callTool({ name: 'heap', arguments: {} });
    return Number(content[0].text);
  }

  async end() {
    await this.client.close();
    const exited = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await exited;
  }
}
