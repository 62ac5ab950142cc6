import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

type DeskProcess = ChildProcessByStdio<null, Readable, null>;

/** A desk that serves over HTTP, in a process of its own. */
export class HttpDesk {
  readonly url: string;
  readonly #process: DeskProcess;

  private constructor(url: string, child: DeskProcess) {
    this.url = url;
    this.#process = child;
  }

  /** Starts it on any free port, and waits until it says where it is. */
  static async start(script: string, folder: string): Promise<HttpDesk> {
    const args = [script, '--port', '0', '--repository', folder];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    process.once('exit', () => child.kill('SIGKILL'));
    return new HttpDesk(await urlSaidBy(child), child);
  }

  /** Stops it as Ctrl-C does, and gives its exit code. */
  async stop(): Promise<unknown> {
    const exit = once(this.#process, 'exit');
    this.#process.kill('SIGINT');
    const [code] = await exit;
    return code;
  }
}

function urlSaidBy(child: DeskProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
      const [url] = /http:\/\/\S+\/mcp/.exec(said) ?? [];
      if (url !== undefined) resolve(url);
    });
    child.once('exit', () => reject(new Error('The desk ended before it said where it is')));
  });
}
